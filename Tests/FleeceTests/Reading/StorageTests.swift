import Fleece
import Testing

@Suite struct StorageTests {
    static let bytes = [UInt8](hex: "43666F6F 7001 8003 007B 8003")

    @Test func `a storage contains the bytes that it was created with`() {
        #expect(FleeceStorage(Self.bytes).withUnsafeBytes { Array($0) } == Self.bytes)
    }

    @Test(arguments: [
        ("43666F6F 7001 8003 007B 8003", 123), ("6000", nil), ("007B", nil), ("", nil),
        ("7000 FFFF", nil),
    ])
    func `a storage returns its root if it is a dictionary`(hex: String, number: Int64?) {
        let storage = FleeceStorage([UInt8](hex: hex))
        #expect(storage.rootDictionary?["foo"]?.int64 == number)
    }

    @Test func `a copy is independent of its source`() {
        var source = Self.bytes
        let storage = source.withUnsafeBytes { FleeceStorage(copying: $0) }
        source = [UInt8](repeating: 0xFF, count: source.count)
        #expect(storage.root?.dictionary?["foo"]?.int64 == 123)
    }

    @Test func `a value retains its storage`() throws {
        weak var storage: FleeceStorage?
        let value = try {
            let made = FleeceStorage(Self.bytes)
            storage = made
            return try #require(made.root?.dictionary?["foo"])
        }()
        #expect([value.int64 == 123, storage != nil] == [true, true])
    }

    @Test func `a storage is released with its last value`() throws {
        weak var storage: FleeceStorage?
        try {
            let made = FleeceStorage(Self.bytes)
            storage = made
            _ = try #require(made.root?.dictionary?["foo"]?.int64)
        }()
        #expect(storage == nil)
    }

    @Test func `a value can be read in another task`() async throws {
        let value = try #require(FleeceStorage(Self.bytes).root)
        let number = await Task.detached { value.dictionary?["foo"]?.int64 }.value
        #expect(number == 123)
    }

    @Test func `borrowed bytes are read in place`() {
        let number = Self.bytes.withUnsafeBytes { bytes in
            FleeceStorage.withBorrowed(bytes) { $0.root?.dictionary?["foo"]?.int64 }
        }
        #expect(number == 123)
    }

    @Test func `borrowed bytes are read with their shared keys`() {
        let bytes = [UInt8](hex: "7001 0000 007B 8003")
        let number = bytes.withUnsafeBytes { bytes in
            FleeceStorage.withBorrowed(bytes, sharedKeys: .of("foo")) {
                $0.root?.dictionary?["foo"]?.int64
            }
        }
        #expect(number == 123)
    }

    @Test(arguments: 0..<8)
    func `borrowed bytes can have any alignment`(shift: Int) {
        let moved = [UInt8](repeating: 0xFF, count: shift) + Self.bytes
        let number = moved.withUnsafeBytes { bytes in
            FleeceStorage.withBorrowed(UnsafeRawBufferPointer(rebasing: bytes[shift...])) {
                $0.root?.dictionary?["foo"]?.int64
            }
        }
        #expect(number == 123)
    }

    @Test func `an error of the closure is rethrown`() {
        #expect(throws: CancellationError.self) {
            try Self.bytes.withUnsafeBytes { bytes in
                try FleeceStorage.withBorrowed(bytes) { _ in throw CancellationError() }
            }
        }
    }

    #if os(Linux) || os(macOS)
        @Test func `a value that escapes the closure traps`() async {
            await #expect(processExitsWith: .failure) {
                let bytes: [UInt8] = [0x70, 0x00]
                let value = bytes.withUnsafeBytes { bytes in
                    FleeceStorage.withBorrowed(bytes) { $0.root }
                }
                _ = value?.kind
            }
        }

        @Test func `a collection that escapes the closure traps`() async {
            await #expect(processExitsWith: .failure) {
                var dictionary: FleeceDictionary?
                let bytes: [UInt8] = [0x70, 0x00]
                bytes.withUnsafeBytes { bytes in
                    FleeceStorage.withBorrowed(bytes) { dictionary = $0.root?.dictionary }
                }
                _ = dictionary?.count
            }
        }
    #endif
}
