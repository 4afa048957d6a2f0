#if PostgreSQL
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
            left.text.utf8.elementsEqual(right.text.utf8)
        }

        // Strings with the same code points have the same hash value.
        func hash(into hasher: inout Hasher) { text.hash(into: &hasher) }
    }
#endif
