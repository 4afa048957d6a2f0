#if PostgreSQL
    import BenchmarkPostgreSQL
    import Foundation
    import Quire

    /// The binary parameters of a statement, whose memory is reused.
    struct PlainParameters {
        private var bytes: [UInt8] = [0]
        /// The offset of each value, or -1 for null.
        private var offsets: [Int] = []
        private var lengths: [Int32] = []
        private var pointers: [UnsafePointer<CChar>?] = []
        private var formats: [Int32] = []

        mutating func removeAll() {
            bytes.removeSubrange(1...)
            offsets.removeAll(keepingCapacity: true)
            lengths.removeAll(keepingCapacity: true)
        }

        mutating func text(_ text: String) { append(text.utf8) }

        mutating func integer(_ value: Int) {
            withUnsafeBytes(of: Int64(value).bigEndian) { append($0) }
        }

        mutating func json(_ text: [UInt8]) {
            append(CollectionOfOne(1))
            bytes.append(contentsOf: text)
            lengths[lengths.count - 1] += Int32(text.count)
        }

        mutating func null() {
            offsets.append(-1)
            lengths.append(0)
        }

        private mutating func append(_ value: some Collection<UInt8>) {
            offsets.append(bytes.count)
            bytes.append(contentsOf: value)
            lengths.append(Int32(value.count))
        }

        mutating func withPointers<R>(
            _ body: (
                Int32, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>,
                UnsafePointer<Int32>
            ) -> R
        ) -> R {
            while formats.count < offsets.count { formats.append(1) }
            pointers.removeAll(keepingCapacity: true)
            return bytes.withUnsafeBytes { bytes in
                let start = bytes.bindMemory(to: CChar.self).baseAddress
                for offset in offsets {
                    pointers.append(offset < 0 ? nil : start?.advanced(by: offset))
                }
                return body(Int32(offsets.count), pointers, lengths, formats)
            }
        }
    }

    /// A result of libpq, which the caller clears.
    struct PlainResult {
        let pointer: OpaquePointer

        var rowCount: Int { Int(PQntuples(pointer)) }

        func clear() { PQclear(pointer) }

        func bytes(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(
                start: PQgetvalue(pointer, Int32(row), Int32(column)),
                count: Int(PQgetlength(pointer, Int32(row), Int32(column))))
        }

        func text(_ row: Int, _ column: Int) -> String {
            String(decoding: bytes(row, column), as: UTF8.self)
        }

        /// Returns an integer of 4 or 8 bytes.
        func integer(_ row: Int, _ column: Int) -> Int {
            let bytes = bytes(row, column)
            return bytes.count == 4
                ? Int(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
                : Int(Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
        }

        /// Returns the JSON text of a `jsonb` value, which the byte 1 precedes.
        func json(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(rebasing: bytes(row, column).dropFirst())
        }

        /// Returns a `jsonb` value as Fleece.
        func body(_ row: Int, _ column: Int) throws -> FleeceDictionary? {
            let writer = FleeceWriter()
            try JSONReader.read(json(row, column), into: writer)
            return FleeceStorage(try writer.finish()).rootDictionary
        }
    }
#endif
