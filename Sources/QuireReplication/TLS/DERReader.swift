#if Replication
    /// A reader of the elements of DER data (ITU-T X.690), in which a peer may have written anything.
    struct DERReader {
        /// An element of the data.
        struct Element {
            let tag: UInt8
            let content: ArraySlice<UInt8>
            /// The bytes with the tag and the length.
            let bytes: ArraySlice<UInt8>
        }

        static let sequence: UInt8 = 0x30

        private var rest: ArraySlice<UInt8>

        init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

        var isAtEnd: Bool { rest.isEmpty }

        /// Returns the next element, or `nil` if the data is invalid or has ended.
        mutating func next() -> Element? {
            let start = rest
            guard let tag = rest.popFirst(), let first = rest.popFirst() else { return nil }
            var length = Int(first)
            if first >= 0x80 {
                let count = Int(first & 0x7F)
                // More bytes than these could exceed an Int of 32 bits.
                guard (1...3).contains(count), rest.count >= count else { return nil }
                length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(count)
            }
            guard length <= rest.count else { return nil }
            let content = rest.prefix(length)
            rest = rest.dropFirst(length)
            return Element(tag: tag, content: content, bytes: start[..<content.endIndex])
        }

        /// Returns the content of the next element if it has a tag.
        mutating func next(_ tag: UInt8) -> Element? {
            guard let element = next(), element.tag == tag else { return nil }
            return element
        }
    }
#endif
