#if PostgreSQL
    import CPostgreSQL
    import QuireModels

    /// A parameter of a statement, which is sent in PostgreSQL's binary format.
    ///
    /// Integers and doubles are big-endian. A `jsonb` value is the byte 1, followed by JSON text. An
    /// array is its number of dimensions, a flag for nulls, the type of its elements, its length, its
    /// lower bound, and each element with its length.
    enum PostgresValue: Hashable, Sendable {
        case null
        case text(String)
        case bytes([UInt8])
        case integer(Int64)
        case double(Double)
        case boolean(Bool)
        /// JSON text in UTF-8 for a `jsonb` parameter.
        case json([UInt8])
        /// Microseconds since 2000-01-01 for a `timestamptz` parameter.
        case timestamp(Int64)
        case textArray([String])
        case integerArray([Int64])

        /// The number of the type in the catalog, which all servers share, or 0 for any type.
        var type: Oid {
            switch self {
            case .null: 0
            case .text: 25
            case .bytes: 17
            case .integer: 20
            case .double: 701
            case .boolean: 16
            case .json: 3802
            case .timestamp: 1184
            case .textArray: 1009
            case .integerArray: 1016
            }
        }

        /// Appends the binary form.
        func append(to buffer: inout [UInt8]) {
            switch self {
            case .null: break
            case .text(let text): buffer.append(contentsOf: text.utf8)
            case .bytes(let bytes): buffer.append(contentsOf: bytes)
            case .integer(let value), .timestamp(let value): buffer.append(bigEndian: value)
            case .double(let value): buffer.append(bigEndian: value.bitPattern)
            case .boolean(let value): buffer.append(value ? 1 : 0)
            case .json(let text):
                buffer.append(1)
                buffer.append(contentsOf: text)
            case .textArray(let texts):
                Self.appendHeader(of: texts.count, elementType: 25, to: &buffer)
                for text in texts {
                    buffer.append(bigEndian: Int32(clamping: text.utf8.count))
                    buffer.append(contentsOf: text.utf8)
                }
            case .integerArray(let values):
                Self.appendHeader(of: values.count, elementType: 20, to: &buffer)
                for value in values {
                    buffer.append(bigEndian: Int32(8))
                    buffer.append(bigEndian: value)
                }
            }
        }

        private static func appendHeader(
            of count: Int, elementType: Int32, to buffer: inout [UInt8]
        ) {
            buffer.append(bigEndian: Int32(count == 0 ? 0 : 1))
            buffer.append(bigEndian: Int32(0))
            buffer.append(bigEndian: elementType)
            guard count > 0 else { return }
            buffer.append(bigEndian: Int32(clamping: count))
            buffer.append(bigEndian: Int32(1))
        }

        /// Throws an error if a text contains a NUL character, which the server rejects.
        func check() throws {
            let isValid =
                switch self {
                case .text(let text): !text.containsNul
                case .textArray(let texts): !texts.contains(where: \.containsNul)
                default: true
                }
            guard isValid else {
                throw QuireError(
                    .invalidParameter, "PostgreSQL cannot store the character U+0000 in text.")
            }
        }
    }

    extension [UInt8] {
        mutating func append(bigEndian value: some FixedWidthInteger) {
            Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
        }
    }

    /// The binary parameters of one statement.
    struct PostgresParameters {
        /// The values, one after the other.
        ///
        /// The first byte is unused, so that an empty value has an address.
        private var buffer: [UInt8] = [0]
        private var offsets: [Int?] = []
        private var lengths: [Int32] = []
        private(set) var types: [Oid] = []

        /// The number of bytes of the values.
        var size: Int { buffer.count }

        init(_ values: [PostgresValue]) throws {
            offsets.reserveCapacity(values.count)
            lengths.reserveCapacity(values.count)
            types.reserveCapacity(values.count)
            for value in values {
                try value.check()
                types.append(value.type)
                let start = buffer.count
                value.append(to: &buffer)
                offsets.append(value == .null ? nil : start)
                lengths.append(Int32(clamping: buffer.count - start))
            }
            guard buffer.count <= Int(Int32.max), values.count <= 65_535 else {
                throw QuireError(
                    .invalidParameter,
                    "A statement with \(values.count) parameters of \(buffer.count) bytes is too large."
                )
            }
        }

        /// Calls a closure with the number of parameters, their addresses, lengths and formats.
        func withPointers<R>(
            _ body: (
                Int32, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>,
                UnsafePointer<Int32>
            ) throws -> R
        ) rethrows -> R {
            try buffer.withUnsafeBytes { bytes in
                let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
                let pointers = offsets.map { offset in offset.flatMap { start?.advanced(by: $0) } }
                let formats = [Int32](repeating: 1, count: offsets.count)
                return try body(Int32(offsets.count), pointers, lengths, formats)
            }
        }
    }
#endif
