#if PostgreSQL
    import Fleece
    import Foundation

    /// A string that is compared by its code points, as the server does.
    ///
    /// Swift treats `"é"` and `"e\u{301}"` as equal strings. For the server, they are different IDs and
    /// different names of properties.
    struct ExactString: Hashable {
        let text: String

        init(_ text: String) {
            self.text = text
        }

        static func == (left: Self, right: Self) -> Bool {
            left.text.hasSameBytes(as: right.text)
        }

        // Strings with the same code points have the same hash value.
        func hash(into hasher: inout Hasher) { text.hash(into: &hasher) }
    }

    extension String {
        /// Whether the string contains the character U+0000, which the server cannot store.
        var containsNul: Bool {
            utf8.withContiguousStorageIfAvailable { bytes in
                bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
            } ?? utf8.contains(0)
        }
    }
#endif
