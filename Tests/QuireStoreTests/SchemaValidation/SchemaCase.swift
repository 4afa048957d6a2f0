import Quire
import Testing

/// A schema for validation: SQL to run on a database with Couchbase Lite's schema.
struct SchemaCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let sql: String
    /// A fragment of the reason for rejection; `nil` for a trusted schema.
    let reason: String?

    init(_ description: String, _ sql: String, _ reason: String?) {
        testDescription = description
        self.sql = sql
        self.reason = reason
    }
}

extension SchemaCase {
    static let fullText =
        #"CREATE VIRTUAL TABLE "kv_default::t" USING fts4("text", tokenize=unicodesn);"#

    static let digest = "0123456789ABCDEF0123456789abcdef01234567"

    static let arrayIndex = """
        CREATE TABLE indexes (name TEXT PRIMARY KEY, type INTEGER NOT NULL, keyStore TEXT NOT NULL,
            expression TEXT, whereClause TEXT, indexTableName TEXT, lastSeq TEXT);
        CREATE TABLE "\(digest)" (docid INTEGER NOT NULL REFERENCES kv_default(rowid),
            i INTEGER NOT NULL, body BLOB NOT NULL, CONSTRAINT pk PRIMARY KEY (docid, i))
            WITHOUT ROWID;
        """

    static let listed =
        "INSERT INTO indexes VALUES ('a', 2, 'default', 'phones', '', '\(digest)', '');"

    static func fullTextTrigger(_ body: String) -> String {
        fullText + " CREATE TRIGGER t AFTER INSERT ON kv_default BEGIN \(body); END"
    }

    static func arrayTrigger(_ body: String) -> String {
        arrayIndex + listed
            + " CREATE TRIGGER t AFTER INSERT ON kv_default BEGIN \(body); END"
    }

    /// Schemas without triggers that are part of the format, or harmless.
    static let plain: [SchemaCase] = [
        SchemaCase("nothing but the format", "", nil),
        SchemaCase("an unknown table", "CREATE TABLE notes (a, b INTEGER DEFAULT (1 + 2))", nil),
        SchemaCase(
            "a table with CHECK constraints without functions",
            """
            CREATE TABLE a (b CHECK (b > 0 AND b IN (1, 2)), c VARCHAR(10) COLLATE nocase,
                d DEFAULT CURRENT_TIMESTAMP, CHECK (b < c))
            """, nil),
        SchemaCase(
            "a strict table", "CREATE TABLE a (b TEXT PRIMARY KEY) STRICT, WITHOUT ROWID", nil),
        SchemaCase(
            "a table created from a query",
            #"CREATE TABLE "kv_.evil" AS SELECT * FROM kv_info"#, nil),
        SchemaCase("counters", "CREATE TABLE a (b INTEGER PRIMARY KEY AUTOINCREMENT)", nil),
        SchemaCase("statistics", "CREATE TABLE a (b); CREATE INDEX i ON a (b); ANALYZE", nil),
        SchemaCase(
            "a value index", "CREATE INDEX i ON kv_default (fl_value(body, 'type'))", nil),
        SchemaCase(
            "an index with every harmless feature",
            """
            CREATE UNIQUE INDEX "weird "" name" ON 'kv_default' (FL_VALUE("body", 'a''b') DESC,
                [key] COLLATE nocase, `sequence`, fl_root(body), ifnull(fl_value(body, 'x') != x'', 0),
                -1.5e3 + .5 * 0xFF || 'text' -- a comment; SELECT
                , CASE WHEN flags & 1 THEN 1 ELSE 2 END /* another */)
                WHERE fl_value(body, 'type') IN ('hotel', 'inn') AND expiration NOT NULL
                AND (key LIKE 'a%' ESCAPE '\\') AND rowid BETWEEN 1 AND 2
            """, nil),
        SchemaCase(
            "an index on functions of the language",
            """
            CREATE INDEX i ON kv_default (array_length(fl_value(body, 'a')),
                type(fl_value(body, 'b')), N1QL_lower(fl_value(body, 'c'))) WHERE
                contains(fl_value(body, 'c'), 'x') AND abs(fl_value(body, 'd')) > 1
            """, nil),
        SchemaCase(
            "a quoted function", #"CREATE INDEX i ON kv_default ("fl_value"(body, 'a'))"#, nil),
        SchemaCase("a full-text table", fullText, nil),
        SchemaCase(
            "a full-text table that keeps accents",
            """
            CREATE VIRTUAL TABLE "kv_.\\Inns::t"
                USING fts4("a", "b.c", 'tokenize', tokenize=unicodesn "remove_diacritics=0")
            """, nil),
        SchemaCase(
            "a full-text table of English words",
            """
            CREATE VIRTUAL TABLE "kv_default::t"
                USING fts4("a", tokenize=unicodesn "stopwords=en" "stemmer=en")
            """, nil),
        SchemaCase(
            "a full-text table without stemming",
            """
            CREATE VIRTUAL TABLE "kv_default::t" USING fts4("a", tokenize=unicodesn "stopwords=nb")
            """, nil),
    ]

    /// Schemas with the triggers of full-text and array indexes.
    static let recognized: [SchemaCase] = [
        SchemaCase(
            "a full-text insertion",
            fullTextTrigger(
                """
                INSERT INTO "kv_default::t" (docid, "text")
                    VALUES (new.rowid, fl_fts_value(new.body, 'text'))
                """), nil),
        SchemaCase(
            "a full-text deletion",
            fullTextTrigger(
                #"DELETE FROM "kv_default::t" WHERE docid = old.rowid"#
            ).replacing("INSERT ON", with: "UPDATE OF body, flags ON"), nil),
        SchemaCase(
            "a condition",
            fullTextTrigger(#"DELETE FROM "kv_default::t" WHERE docid = old.rowid"#)
                .replacing(
                    "AFTER INSERT ON kv_default",
                    with: "BEFORE DELETE ON kv_default FOR EACH ROW "
                        + "WHEN (old.flags & 1) = 0 AND fl_value(old.body, 'a') = 'b'"), nil),
        SchemaCase(
            "an array index",
            arrayTrigger(
                """
                INSERT INTO "\(digest)" (docid, i, body) SELECT new.rowid, _each.rowid, _each.value
                    FROM fl_each(new.body, 'phones') AS _each
                """), nil),
        SchemaCase(
            "an array index with a condition on the items",
            arrayTrigger(
                """
                INSERT INTO "\(digest)" (docid, i, body) SELECT new.rowid, e.rowid, value
                    FROM fl_each(new.body, 'phones') e WHERE e.type = 'string';
                DELETE FROM "\(digest)" WHERE docid = old.rowid
                """
            ).replacing("INSERT ON", with: "UPDATE ON"), nil),
    ]
}
