#if PostgreSQL
    import Foundation

    @testable import QuirePostgreSQL

    /// Functions, operators, types and tables of another role that look like those of the system.
    ///
    /// Their names are those that the sources of the engine contain. All of them have other argument
    /// types than those of the system, so that the server prefers them where they fit better. A
    /// statement that uses one of them fails.
    struct LookAlikes {
        private static let types = [
            "text", "jsonb", "bigint", "integer", "oid", "boolean", "bytea", "name", "timestamptz",
            "interval", "double precision", "text[]", "regclass", "pg_lsn", "xid8",
            "pg_catalog.pg_database",
        ]

        /// The text of all sources of the engine.
        private let sources: String

        init() throws {
            let root = URL(filePath: #filePath).deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "Sources/QuirePostgreSQL")
            let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
            let swift = (files?.compactMap { $0 as? URL } ?? []).filter {
                $0.pathExtension == "swift"
            }
            sources = try swift.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        }

        private func names(_ characters: String, before next: String = "") -> [String] {
            let set = CharacterSet(charactersIn: characters)
            var names: Set<String> = []
            for line in sources.split(separator: next.isEmpty ? "\n" : Character(next)) {
                let words = line.unicodeScalars.split { !set.contains($0) }
                if next.isEmpty {
                    names.formUnion(words.map { String($0) })
                } else if let last = line.unicodeScalars.last, set.contains(last) {
                    names.formUnion(words.suffix(1).map { String($0) })
                }
            }
            return names.sorted()
        }

        /// The statements that create them in the schema `public`.
        func statements() -> [String] {
            let letters = "abcdefghijklmnopqrstuvwxyz_0123456789"
            let functions = array(names(letters, before: "("))
            let operators = array(names("+-*/<>=~!@#%^&|"))
            let words = array(names(letters))
            let types = array(Self.types)
            let body = "'BEGIN RAISE EXCEPTION ''a look-alike was used''; END'"
            return [
                """
                DO $$
                DECLARE f record; one text; two text; three text;
                BEGIN
                FOR f IN SELECT proname AS name, pronargs AS count,
                    max(prorettype::regtype::text) AS result FROM pg_proc
                    WHERE proname = ANY(\(functions)) AND pronargs > 0
                    AND pronamespace = 'pg_catalog'::regnamespace
                    AND prorettype::regtype::text !~ '^any|^internal|^"|trigger|cstring|record'
                    GROUP BY 1, 2 LOOP
                    FOREACH one IN ARRAY \(types) LOOP
                        IF f.count = 1 THEN
                            EXECUTE format('CREATE FUNCTION public.%I(%s) RETURNS %s '
                                'LANGUAGE plpgsql AS %L', f.name, one, f.result, \(body));
                        ELSE FOREACH two IN ARRAY \(types) LOOP
                            three := repeat(', text', f.count - 2);
                            EXECUTE format('CREATE FUNCTION public.%I(%s, %s%s) RETURNS %s '
                                'LANGUAGE plpgsql AS %L', f.name, one, two, three, f.result,
                                \(body));
                        END LOOP; END IF;
                    END LOOP;
                END LOOP; END $$
                """,
                """
                DO $$
                DECLARE o record; one text; two text;
                BEGIN
                FOR o IN SELECT oprname AS name, max(oprresult::regtype::text) AS result,
                    'look_alike_' || row_number() OVER () AS function FROM pg_operator
                    WHERE oprname = ANY(\(operators)) AND oprresult <> 0 GROUP BY oprname LOOP
                    FOREACH one IN ARRAY \(types) LOOP FOREACH two IN ARRAY \(types) LOOP
                        EXECUTE format('CREATE FUNCTION public.%I(%s, %s) RETURNS %s '
                            'LANGUAGE plpgsql AS %L', o.function, one, two, o.result, \(body));
                        EXECUTE format('CREATE OPERATOR public.%s (LEFTARG = %s, RIGHTARG = %s, '
                            'FUNCTION = public.%I)', o.name, one, two, o.function);
                    END LOOP; END LOOP;
                END LOOP; END $$
                """,
                """
                DO $$
                DECLARE name text;
                BEGIN
                FOR name IN SELECT relname FROM pg_class WHERE relname = ANY(\(words))
                    AND relnamespace = 'pg_catalog'::regnamespace LOOP
                    EXECUTE format('CREATE TABLE public.%I (look_alike integer)', name);
                END LOOP;
                FOR name IN SELECT typname FROM pg_type WHERE typname = ANY(\(words))
                    AND typnamespace = 'pg_catalog'::regnamespace AND typtype = 'b' LOOP
                    EXECUTE format('CREATE DOMAIN public.%I AS pg_catalog.box', name);
                END LOOP; END $$
                """,
            ]
        }

        private func array(_ texts: [String]) -> String {
            "ARRAY[\(texts.map(SQLName.literal).joined(separator: ", "))]"
        }
    }
#endif
