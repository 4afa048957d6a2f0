#if Replication
    import Fleece

    /// The properties of a message: a list of keys and string values.
    package struct BLIPProperties: Sendable, Equatable, ExpressibleByDictionaryLiteral {
        /// The keys and values in the order of transmission.
        package private(set) var elements: [Element] = []

        /// A key and its value.
        package struct Element: Sendable, Equatable {
            package var key: String
            package var value: String
        }

        package init() {}

        package init(dictionaryLiteral elements: (String, String)...) {
            for (key, value) in elements { self[key] = value }
        }

        /// The first value of a key.
        ///
        /// Setting `nil` removes all values of the key.
        package subscript(key: String) -> String? {
            get { elements.first { $0.key == key }?.value }
            set {
                let index = elements.firstIndex { $0.key == key }
                switch (index, newValue) {
                case (let index?, let value?): elements[index].value = value
                case (nil, let value?): elements.append(Element(key: key, value: value))
                case (_, nil): elements.removeAll { $0.key == key }
                }
            }
        }

        /// Returns the Boolean value of a property.
        ///
        /// As in Couchbase Lite, `true` and `YES` are true and `false` and `NO` are false in upper and
        /// lower case. Other text is read as an integer, and is true unless the integer is 0.
        ///
        /// - Parameters:
        ///   - key: The key of the property.
        ///   - defaultValue: The result if the property is missing or not a Boolean value.
        /// - Returns: The value.
        package func bool(_ key: String, default defaultValue: Bool = false) -> Bool {
            guard let value = self[key] else { return defaultValue }
            switch value.lowercased() {
            case "true", "yes": return true
            case "false", "no": return false
            default:
                guard let isZero = Self.isZero(value) else { return defaultValue }
                return !isZero
            }
        }

        /// Returns the integer value of a property, or `nil` if it is missing or not an integer.
        package func integer(_ key: String) -> Int? {
            self[key].flatMap { Int($0) }
        }

        /// Returns whether a decimal integer of any length is 0, or `nil` if the text is not one.
        private static func isZero(_ text: String) -> Bool? {
            var digits = text.utf8.drop { $0 == 0x20 || (0x09...0x0d).contains($0) }
            if let sign = digits.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
                digits.removeFirst()
            }
            guard !digits.isEmpty,
                digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
            else { return nil }
            return digits.allSatisfy { $0 == UInt8(ascii: "0") }
        }
    }

    // MARK: Transmitted form

    extension BLIPProperties {
        /// Returns the keys and values as UTF-8, each with a NUL at the end.
        ///
        /// - Returns: The bytes.
        /// - Throws: `BLIPMessageError.nulInProperty` if a key or value contains the character U+0000.
        func encoded() throws(BLIPMessageError) -> [UInt8] {
            var bytes: [UInt8] = []
            for element in elements {
                bytes += element.key.utf8
                bytes.append(0)
                bytes += element.value.utf8
                bytes.append(0)
            }
            var nulCount = 0
            for byte in bytes where byte == 0 { nulCount += 1 }
            guard nulCount == 2 * elements.count else { throw .nulInProperty }
            return bytes
        }

        /// Reads the transmitted form.
        ///
        /// - Parameters:
        ///   - bytes: The keys and values, each with a NUL at the end.
        ///   - maximumCount: The maximum number of properties.
        /// - Throws: `BLIPViolation` if the bytes do not end with NUL, contain a key without a value,
        ///   are not UTF-8, or contain too many properties.
        /// - Complexity: O(*n*) in the number of bytes.
        init(encoded bytes: ArraySlice<UInt8>, maximumCount: Int = .max) throws(BLIPViolation) {
            guard let last = bytes.last else { return }
            guard last == 0 else {
                throw .invalidData("The properties of a message do not end with NUL.")
            }
            try Self.check(bytes, maximumCount)
            var key: String?
            var start = bytes.startIndex
            while start < bytes.endIndex, let end = bytes[start...].firstIndex(of: 0) {
                let string = bytes[start..<end].withUnsafeBytes { String(validUTF8: $0) }
                guard let text = string else {
                    throw .invalidData("The properties of a message are not UTF-8.")
                }
                if let name = key {
                    elements.append(Element(key: name, value: text))
                    key = nil
                } else {
                    key = text
                }
                start = end + 1
            }
            guard key == nil else {
                throw .invalidData("The last property of a message has no value.")
            }
        }

        /// Throws an error if the transmitted form contains too many properties.
        ///
        /// - Parameters:
        ///   - bytes: The transmitted form.
        ///   - maximumCount: The maximum number of properties.
        /// - Throws: `BLIPViolation`.
        static func check(_ bytes: ArraySlice<UInt8>, _ maximumCount: Int) throws(BLIPViolation) {
            let count = bytes.withUnsafeBufferPointer { bytes in
                var count = 0
                for byte in bytes where byte == 0 { count += 1 }
                return count / 2
            }
            guard count <= maximumCount else {
                throw .tooMany("A message has more than \(maximumCount) properties.")
            }
        }

        /// Returns the first value of a key in the transmitted form.
        ///
        /// - Parameters:
        ///   - key: The key, in ASCII.
        ///   - bytes: The transmitted form, which may be invalid.
        /// - Returns: The UTF-8 bytes of the value, or `nil` if the key is missing.
        static func value(of key: StaticString, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
            var rest = bytes
            while let keyEnd = rest.firstIndex(of: 0) {
                let valueStart = keyEnd + 1
                guard let valueEnd = rest[valueStart...].firstIndex(of: 0) else { return nil }
                let isFound = key.withUTF8Buffer { $0.elementsEqual(rest[..<keyEnd]) }
                if isFound { return rest[valueStart..<valueEnd] }
                rest = rest[(valueEnd + 1)...]
            }
            return nil
        }

        /// The approximate number of bytes in memory.
        var cost: Int {
            elements.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 64 }
        }
    }
#endif
