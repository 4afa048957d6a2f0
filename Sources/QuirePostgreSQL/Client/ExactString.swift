#if PostgreSQL
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
            let (left, right) = (left.text.utf8, right.text.utf8)
            guard left.count == right.count else { return false }
            // Statements are compared for each use, and are hundreds of bytes long.
            let isEqual = left.withContiguousStorageIfAvailable { left in
                right.withContiguousStorageIfAvailable { right in
                    guard let first = left.baseAddress, let second = right.baseAddress else {
                        return true
                    }
                    return memcmp(first, second, left.count) == 0
                }
            }
            return (isEqual ?? nil) ?? left.elementsEqual(right)
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
