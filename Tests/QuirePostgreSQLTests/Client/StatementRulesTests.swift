#if PostgreSQL
    import DatabaseTestSupport
    import Testing

    /// The rules themselves, by statements that a distributed server refuses, and by similar ones that
    /// it accepts.
    struct StatementRulesTests {
        private let rules = StatementRules(changing: ["now", "pg_notify", "pg_current_xact_id"])

        @Test(
            arguments: [
                ("SELECT FROM t", "A query selects at least one value."),
                ("SELECT EXISTS (SELECT FROM t WHERE a)", "A query selects at least one value."),
                (
                    "INSERT INTO t VALUES ($1) RETURNING id, pg_notify('c', '')",
                    "RETURNING calls only immutable functions, not pg_notify."
                ),
                (
                    "INSERT INTO t VALUES ($1) ON CONFLICT (id) DO UPDATE SET changed = now() WHERE a",
                    "DO UPDATE calls only immutable functions, not now."
                ),
                (
                    "UPDATE t SET a = CASE WHEN b THEN now() END",
                    "CASE calls only immutable functions, not now."
                ),
                (
                    "UPDATE t SET a = coalesce(b, (c), now()), d = 1",
                    "COALESCE calls only immutable functions, not now."
                ),
                (
                    "INSERT INTO t VALUES ((SELECT 1 FROM p))",
                    "An INSERT with VALUES contains no subquery."
                ),
                (
                    "WITH d AS (DELETE FROM t RETURNING id) SELECT id FROM d",
                    "A common table expression does not write."
                ),
                (
                    "SELECT a FROM t, u WHERE b FOR UPDATE",
                    "A query that locks rows reads one table."
                ),
                (
                    "SELECT a FROM t WHERE s < pg_snapshot_xmin(pg_current_snapshot())",
                    "The horizon of transactions is read without a table."
                ),
                (
                    "SELECT 1; CREATE TABLE t ()",
                    "A statement that defines or writes is sent alone."
                ),
            ])
        func `a statement that a distributed server refuses breaks a rule`(
            sql: String, rule: String
        ) {
            #expect(rules.violations(in: sql, isPrepared: false) == [rule])
        }

        @Test func `a prepared text is one statement`() {
            #expect(
                rules.violations(in: "BEGIN; SELECT 1", isPrepared: true)
                    == ["A prepared text is one statement."])
        }

        @Test(
            arguments: [
                "BEGIN; LOCK TABLE t IN ACCESS SHARE MODE; SELECT CASE a WHEN '4' THEN 1 END FROM p",
                "INSERT INTO t (id, at) VALUES ($1, now()) ON CONFLICT (id) DO UPDATE SET at = excluded.at RETURNING id",
                "UPDATE t SET at = now(), seq = pg_current_xact_id()::text::bigint WHERE id = $1 RETURNING seq",
                "UPDATE t SET a = coalesce(b, 0), at = now()",
                "SELECT 'a; SELECT FROM t', \"RETURNING\" FROM t WHERE a = ';'",
                "SELECT id FROM t WHERE a <= now() ORDER BY a LIMIT $1 FOR UPDATE SKIP LOCKED",
                "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint",
                "INSERT INTO t (id) SELECT id FROM unnest($1) WITH ORDINALITY AS u (id, number)",
                "",
            ])
        func `a statement that a distributed server accepts breaks no rule`(sql: String) {
            #expect(rules.violations(in: sql, isPrepared: false) == [])
        }
    }
#endif
