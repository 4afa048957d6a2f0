#if Replication
    import Fleece
    @testable import QuireReplication

    extension FuzzRun {
        /// The maximum number of properties.
        private static let maximumCount = 16

        /// Reads the bytes as the properties of a message, and compares the result with the bytes.
        static func readProperties(_ bytes: UnsafeRawBufferPointer) throws {
            let bytes = Array(bytes)
            let found = BLIPProperties.value(of: "Profile", in: bytes[...])
            let properties: BLIPProperties
            do {
                properties = try BLIPProperties(encoded: bytes[...], maximumCount: maximumCount)
            } catch {
                try require([1003, 1008].contains(error.code), "the peer caused the end")
                let nulCount = bytes.filter { $0 == 0 }.count
                let isComplete = bytes.last == 0 && nulCount.isMultiple(of: 2)
                let isText = bytes.withUnsafeBytes { String(validUTF8: $0) } != nil
                try require(
                    !isComplete || !isText || nulCount / 2 > maximumCount,
                    "valid properties are read")
                return
            }
            try require(properties.elements.count <= maximumCount, "properties are limited")
            try require(try properties.encoded() == bytes, "each byte is read once")
            try require(
                properties["Profile"].map { Array($0.utf8) } == found.map { Array($0) },
                "the first value of a key is found without reading the others")
            for element in properties.elements {
                let first = properties.elements.first { $0.key == element.key }
                try require(properties[element.key] == first?.value, "the first value counts")
            }
            try require(properties.cost >= bytes.count - 2 * maximumCount, "each byte counts")
        }
    }
#endif
