#if PostgreSQL
    import SQLPlusPlus

    // The operands of comparisons that the server can compute.

    extension RowFilter {
        /// Returns whether a term is the document ID or a property.
        static func isColumn(_ term: QueryTerm) -> Bool {
            if case .metadata(.id, _) = term { return true }
            return property(term) != nil
        }

        /// Returns the value of a property in SQL.
        ///
        /// Expression indexes contain the same text.
        static func property(_ term: QueryTerm) -> String? {
            guard case .property(let path, _) = term, !path.isEmpty else { return nil }
            var text = "body"
            for component in path.components {
                switch component {
                case .key(let key):
                    guard !key.utf8.contains(0) else { return nil }
                    text += "->" + SQLName.literal(key)
                case .index(let index):
                    // The server treats a scalar as an array of one element. The text of the array
                    // occurs twice, so paths with many indices are not translated.
                    guard let index = Int32(exactly: index), text.utf8.count < 1000 else {
                        return nil
                    }
                    text = """
                        (CASE WHEN jsonb_typeof(\(text)) = 'array' THEN \(text)->(\(index)) END)
                        """
                }
            }
            return text
        }
    }
#endif
