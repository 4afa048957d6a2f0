#if Replication
    import Foundation

    /// Times in the header field `Date` of HTTP (RFC 9110, section 5.6.7).
    ///
    /// ```
    /// Date: Sun, 06 Nov 1994 08:49:37 GMT
    /// ```
    enum HTTPDate {
        private static func makeFormatter() -> DateFormatter {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = TimeZone(secondsFromGMT: 0)
            formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
            return formatter
        }

        /// Returns the value of the field for a time, in whole seconds.
        static func text(_ date: Date) -> String { makeFormatter().string(from: date) }

        /// Returns the time of a value of the field, or `nil` if it has another form.
        ///
        /// The forms that servers sent before 1999 are not supported.
        static func date(_ text: String) -> Date? {
            guard text.utf8.count == 29 else { return nil }
            return makeFormatter().date(from: text)
        }
    }
#endif
