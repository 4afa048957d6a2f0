#if Replication
    // DER (ITU-T X.690): each element is a tag, the length of its content, and the content.
    //
    //   30 06             SEQUENCE of 6 bytes
    //      02 01 05       INTEGER 5
    //      04 01 FF       OCTET STRING of 1 byte
    //
    // A length of 128 or more is written as the number of its bytes, plus 128, and these bytes: 82 01 00
    // is 256.

    /// The elements of DER that certificates consist of, as bytes.
    enum DERWriter {
        static func sequence(_ elements: [UInt8]...) -> [UInt8] {
            element(0x30, elements.flatMap { $0 })
        }

        static func sequence(_ elements: [[UInt8]]) -> [UInt8] {
            element(0x30, elements.flatMap { $0 })
        }

        static func set(_ element: [UInt8]) -> [UInt8] { self.element(0x31, element) }

        /// An integer of 0 or more.
        static func integer(_ bytes: [UInt8]) -> [UInt8] {
            var digits = Array(bytes.drop { $0 == 0 })
            // The first bit is the sign.
            if (digits.first ?? 0x80) >= 0x80 { digits.insert(0, at: 0) }
            return element(0x02, digits)
        }

        static func boolean(_ value: Bool) -> [UInt8] { element(0x01, [value ? 0xFF : 0]) }

        static func octets(_ bytes: [UInt8]) -> [UInt8] { element(0x04, bytes) }

        /// A string of bits whose number need not be a multiple of 8.
        static func bits(_ bytes: [UInt8], unusedCount: UInt8 = 0) -> [UInt8] {
            element(0x03, [unusedCount] + bytes)
        }

        static func text(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }

        /// The elements of a printable string: letters, digits and few signs.
        static func printableText(_ text: String) -> [UInt8] { element(0x13, Array(text.utf8)) }

        /// An object identifier in its dotted form, such as `2.5.4.3`.
        static func identifier(_ dotted: String) -> [UInt8] {
            let numbers = dotted.split(separator: ".").compactMap { UInt32($0) }
            guard numbers.count >= 2 else { return element(0x06, []) }
            let content = ([numbers[0] * 40 + numbers[1]] + numbers.dropFirst(2)).flatMap(base128)
            return element(0x06, content)
        }

        /// An element whose tag depends on its place, which contains other elements.
        static func tagged(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
            element(0xA0 | number, content)
        }

        /// An element with any tag.
        static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
            [tag] + length(content.count) + content
        }

        private static func length(_ count: Int) -> [UInt8] {
            if count < 0x80 { return [UInt8(count)] }
            var bytes: [UInt8] = []
            var rest = count
            while rest > 0 {
                bytes.insert(UInt8(truncatingIfNeeded: rest), at: 0)
                rest >>= 8
            }
            return [0x80 | UInt8(bytes.count)] + bytes
        }

        /// Seven bits in each byte, and the first bit of all but the last one.
        private static func base128(_ number: UInt32) -> [UInt8] {
            var bytes = [UInt8(number & 0x7F)]
            var rest = number >> 7
            while rest > 0 {
                bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
                rest >>= 7
            }
            return bytes
        }
    }
#endif
