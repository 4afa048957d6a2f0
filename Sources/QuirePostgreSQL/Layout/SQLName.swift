#if PostgreSQL
    /// Names and texts as parts of SQL statements.
    enum SQLName {
        /// Returns a name in quotation marks.
        static func quoted(_ name: String) -> String { quoted(name, in: "\"") }

        /// Returns a text as a literal, for a server with standard-conforming strings.
        static func literal(_ text: String) -> String { quoted(text, in: "'") }

        /// Returns a text between quotation marks, with each one in the text doubled.
        ///
        /// The server reads code points, so they are compared, too: a quotation mark that is followed
        /// by a combining accent is another `Character`, but still ends the text.
        private static func quoted(_ text: String, in mark: Unicode.Scalar) -> String {
            var result = String.UnicodeScalarView([mark])
            for scalar in text.unicodeScalars {
                if scalar == mark { result.append(mark) }
                result.append(scalar)
            }
            result.append(mark)
            return String(result)
        }

        /// The maximum length of a name in bytes.
        static let maximumLength = 63

        /// Returns a name that is short enough for PostgreSQL.
        ///
        /// A longer name is cut, and its end is replaced by a hash of the complete name.
        static func shortened(_ name: String) -> String {
            guard name.utf8.count > maximumLength else { return name }
            let hash = String(hash(name), radix: 16)
            var prefix = Substring(name)
            while prefix.utf8.count + hash.utf8.count + 1 > maximumLength { prefix.removeLast() }
            return "\(prefix)~\(hash)"
        }

        /// Returns the 64-bit FNV-1a hash of a text, which is stored and must never change.
        static func hash(_ text: String) -> UInt64 {
            text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        }
    }
#endif
