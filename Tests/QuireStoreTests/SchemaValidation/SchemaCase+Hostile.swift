import Quire

extension SchemaCase {
    /// Schemas with objects that the format does not contain.
    static let hostile: [SchemaCase] = [
        // Triggers
        SchemaCase(
            "a trigger that writes kv_info",
            fullTextTrigger("INSERT INTO kv_info (key, body) VALUES ('SharedKeys', x'6000')"),
            #"the trigger "t" writes "kv_info", which is not an index"#),
        SchemaCase(
            "a trigger that updates", fullTextTrigger("UPDATE kv_default SET body = NULL"),
            "runs UPDATE"),
        SchemaCase(
            "a trigger that selects", fullTextTrigger("SELECT load_extension('evil')"),
            "runs SELECT"),
        SchemaCase(
            "a trigger that loads",
            fullTextTrigger(
                #"INSERT INTO "kv_default::t" (docid, text) VALUES (1, load_extension('evil'))"#),
            "uses the function load_extension"),
        SchemaCase(
            "a trigger with another name for its function",
            fullTextTrigger(
                #"INSERT INTO "kv_default::t" (docid, text) VALUES (1, "load_extension"('evil'))"#),
            "uses the function load_extension"),
        SchemaCase(
            "a trigger that deletes documents",
            fullTextTrigger("DELETE FROM kv_default WHERE docid = old.rowid")
                .replacing("INSERT ON", with: "DELETE ON"), #"writes "kv_default""#),
        SchemaCase(
            "a trigger that deletes all rows of its index",
            fullTextTrigger(#"DELETE FROM "kv_default::t""#), "has an unknown form"),
        SchemaCase(
            "a trigger that deletes by another condition",
            fullTextTrigger(#"DELETE FROM "kv_default::t" WHERE docid = old.rowid OR 1"#)
                .replacing("INSERT ON", with: "DELETE ON"), "has an unknown form"),
        SchemaCase(
            "a trigger that sends a command to the full-text table",
            fullTextTrigger(
                #"INSERT INTO "kv_default::t" ("kv_default::t") VALUES ('rebuild')"#),
            "writes columns of"),
        SchemaCase(
            "a trigger that replaces",
            fullTextTrigger(#"INSERT OR REPLACE INTO "kv_default::t" (docid) VALUES (1)"#),
            "has an unknown form"),
        SchemaCase(
            "a trigger with a subquery",
            fullTextTrigger(
                #"INSERT INTO "kv_default::t" (docid, text) VALUES (1, (SELECT body FROM kv_info))"#
            ),
            "uses SELECT"),
        SchemaCase(
            "a trigger that reads another table",
            fullTextTrigger(
                #"INSERT INTO "kv_default::t" (docid, text) VALUES (1, new.key IN kv_info)"#),
            "has an unknown form"),
        SchemaCase(
            "a trigger that raises",
            fullTextTrigger(
                #"INSERT INTO "kv_default::t" (docid, text) VALUES (1, RAISE(ABORT, 'x'))"#),
            "uses the function RAISE"),
        SchemaCase(
            "a trigger whose condition has a subquery",
            fullTextTrigger(#"DELETE FROM "kv_default::t" WHERE docid = old.rowid"#)
                .replacing(
                    "AFTER INSERT ON kv_default",
                    with: "AFTER DELETE ON kv_default WHEN EXISTS (SELECT 1 FROM kv_info)"),
            #"reads "kv_info""#),
        SchemaCase(
            "a trigger on another table",
            fullTextTrigger(#"INSERT INTO "kv_default::t" (docid) VALUES (1)"#)
                .replacing("ON kv_default", with: "ON kv_info"), #"is on "kv_info""#),
        SchemaCase(
            "a trigger that writes another collection's index",
            """
            CREATE TABLE "kv_.a" (key, body); \(fullText) CREATE TRIGGER t AFTER INSERT ON "kv_.a"
                BEGIN INSERT INTO "kv_default::t" (docid) VALUES (1); END
            """, #"writes "kv_default::t", which is not an index of its collection"#),
        SchemaCase(
            "a trigger that writes an ordinary table named like an index",
            """
            CREATE TABLE "kv_default::t" (docid, text); CREATE TRIGGER t AFTER INSERT ON kv_default
                BEGIN INSERT INTO "kv_default::t" (docid, text) VALUES (1, 2); END
            """, "which is not an index"),
        SchemaCase(
            "a trigger that hides its actions with quotes",
            fullTextTrigger(
                """
                INSERT INTO "kv_default::t" (docid, text) VALUES (1, 'a''); END --');
                DELETE FROM [kv_info] WHERE docid = old.rowid
                """
            ).replacing("INSERT ON", with: "UPDATE ON"), #"writes "kv_info""#),
        SchemaCase(
            "a trigger that hides its actions with a comment",
            fullTextTrigger(
                """
                INSERT INTO "kv_default::t" (docid, text) VALUES (1, 2) /* ; END -- */;
                INSERT INTO /* "kv_default::t" */ kv_info (docid) VALUES (1) -- ; END

                """), #"writes "kv_info""#),
        SchemaCase(
            "a trigger named like an index",
            """
            CREATE TRIGGER "kv_default::t::ins" AFTER INSERT ON kv_default
                BEGIN DELETE FROM kv_info; END
            """, "the trigger \"kv_default::t::ins\" writes"),
        SchemaCase(
            "an array index that is not listed",
            arrayTrigger("DELETE FROM \"\(digest)\" WHERE docid = old.rowid")
                .replacing("INSERT ON", with: "UPDATE ON").replacing(listed, with: ""),
            "which is not an index"),
        SchemaCase(
            "a listed table whose name contains no digest",
            arrayTrigger("DELETE FROM kv_info WHERE docid = old.rowid")
                .replacing("INSERT ON", with: "UPDATE ON").replacing(
                    "'\(digest)'", with: "'kv_info'"),
            "which is not an index"),
        SchemaCase(
            "an array index with another function",
            arrayTrigger(
                """
                INSERT INTO "\(digest)" (docid, i, body) SELECT new.rowid, rowid, value
                    FROM json_each(new.body)
                """), #"reads "json_each""#),
        SchemaCase(
            "an array index that joins",
            arrayTrigger(
                """
                INSERT INTO "\(digest)" (docid, i, body) SELECT new.rowid, 1, kv_info.body
                    FROM fl_each(new.body, 'a'), kv_info
                """), "has an unknown form"),
        SchemaCase(
            "an array index that reads a table",
            arrayTrigger(
                "INSERT INTO \"\(digest)\" (docid, i, body) SELECT 1, 2, body FROM kv_info"),
            #"reads "kv_info""#),
        // Views
        SchemaCase(
            "a view named like a collection", #"CREATE VIEW "kv_.x" AS SELECT * FROM kv_default"#,
            #"the view "kv_.x" is not part of the format"#),
        // Indexes
        SchemaCase(
            "an index on an unknown function",
            "CREATE INDEX x ON kv_default (N1QL_foo(body))",
            #"the index "x" uses the function N1QL_foo, which is not supported"#),
        SchemaCase(
            "a partial index on an unknown function",
            "CREATE INDEX x ON kv_default (key) WHERE N1QL_foo(body)", "the function N1QL_foo"),
        SchemaCase(
            "an index with an unknown order",
            "CREATE INDEX x ON kv_default (key COLLATE LCUnicode_____)",
            #"uses the collation "LCUnicode_____""#),
        SchemaCase(
            "an index on a random blob", "CREATE INDEX x ON kv_default (zeroblob(1000000000))",
            "the function zeroblob"),
        SchemaCase(
            "an index with a cast", "CREATE INDEX x ON kv_default (CAST(key AS BLOB))",
            "uses the function CAST"),
        // Tables
        SchemaCase(
            "a generated column", "CREATE TABLE x (a, b AS (abs(a)))",
            #"the table "x" has a generated column"#),
        SchemaCase(
            "a generated column that is spelled out",
            "CREATE TABLE x (a, b INT GENERATED ALWAYS AS (a) STORED)", "has a generated column"),
        SchemaCase(
            "a check with a function", "CREATE TABLE x (a CHECK (length(a) > 1))",
            "uses the function length"),
        SchemaCase(
            "a check of the whole table", "CREATE TABLE x (a, CONSTRAINT c CHECK (abs(a)))",
            "uses the function abs"),
        SchemaCase(
            "a default with a function", "CREATE TABLE x (a DEFAULT (randomblob(9)))",
            "uses the function randomblob"),
        SchemaCase(
            "a table with an unknown order", "CREATE TABLE x (a COLLATE evil)",
            #"uses the collation "evil""#),
        // Virtual tables
        SchemaCase(
            "another kind of full-text table",
            "CREATE VIRTUAL TABLE \"kv_default::x\" USING fts5(a)",
            "is a virtual table of the module fts5"),
        SchemaCase(
            "an older kind of full-text table",
            "CREATE VIRTUAL TABLE \"kv_default::x\" USING fts3(a)", "of the module fts3"),
        SchemaCase("a tree", "CREATE VIRTUAL TABLE x USING rtree(a, b, c)", "of the module rtree"),
        SchemaCase(
            "the pages of the file", "CREATE VIRTUAL TABLE \"kv_.x\" USING dbstat",
            "of the module dbstat"),
        SchemaCase(
            "a full-text table without a collection",
            "CREATE VIRTUAL TABLE x USING fts4(a, tokenize=unicodesn)", "belongs to no collection"),
        SchemaCase(
            "a full-text table that reads another one",
            """
            CREATE VIRTUAL TABLE "kv_default::x"
                USING fts4(a, tokenize=unicodesn, content="kv_info")
            """, #"has the argument "content = kv_info""#),
        SchemaCase(
            "a full-text table that calls a function",
            """
            CREATE VIRTUAL TABLE "kv_default::x"
                USING fts4(a, tokenize=unicodesn, compress=upper, uncompress=lower)
            """, #"has the argument "compress = upper""#),
        SchemaCase(
            "a full-text table with another tokenizer",
            "CREATE VIRTUAL TABLE \"kv_default::x\" USING fts4(a, tokenize=porter)",
            "uses the tokenizer porter"),
        SchemaCase(
            "a full-text table without a tokenizer",
            "CREATE VIRTUAL TABLE \"kv_default::x\" USING fts4(a)", "has an unknown form"),
        SchemaCase(
            "a comment among the arguments of a full-text table",
            "CREATE VIRTUAL TABLE \"kv_default::x\" USING fts4(a, tokenize=unicodesn /* x */)",
            "has comments among its arguments"),
    ]
}
