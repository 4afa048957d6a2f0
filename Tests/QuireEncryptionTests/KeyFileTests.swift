#if Encryption
    import Foundation
    import QuireDocuments
    import Testing

    @testable import QuireEncryption

    @Suite struct KeyFileTests {
        static let dataKey = secret(Array(0..<32))
        static let password = EncryptionKey(password: "räksmörgås")

        static func file(_ key: EncryptionKey = password) throws -> KeyFile {
            try KeyFile(wrapping: dataKey, with: key, suite: .aes256GCM, rounds: 2)
        }

        @Test(arguments: [password, try EncryptionKey(data: Data(repeating: 7, count: 32))])
        func `a key file gives back the data key`(_ key: EncryptionKey) throws {
            let bytes = try Self.file(key).bytes
            let dataKey = try KeyFile(bytes, path: "f").dataKey(key, ofDatabase: "d")
            #expect(dataKey.withBytes { Array($0) } == Array(0..<32))
        }

        @Test(arguments: [
            EncryptionKey(password: ""), EncryptionKey(password: "räksmörgås "),
            EncryptionKey(password: "ra\u{308}ksmo\u{308}rga\u{30a}s"),
            try EncryptionKey(data: Data(repeating: 0, count: 32)),
        ])
        func `another key is refused as one`(_ key: EncryptionKey) throws {
            let file = try Self.file()
            let error = #expect(throws: QuireError.self) { try file.dataKey(key, ofDatabase: "d") }
            #expect(error?.code == .unreadableDatabase)
        }

        @Test func `a changed byte is found, and never gives another data key`() throws {
            let bytes = try Self.file().bytes
            let accepted = bytes.indices.filter { index in
                var changed = bytes
                changed[index] ^= 1
                let file = try? KeyFile(changed, path: "f")
                return (try? file?.dataKey(Self.password, ofDatabase: "d")) != nil
            }
            #expect(accepted.isEmpty)
        }

        @Test(arguments: 0..<108)
        func `a shorter file is damaged`(_ length: Int) throws {
            let bytes = try Self.file().bytes
            #expect(throws: QuireError.self) { try KeyFile(Array(bytes[..<length]), path: "f") }
        }

        @Test func `so many rounds that a file would occupy the processor are refused`() throws {
            var bytes = try Self.file().bytes
            bytes[12] = 0x7f
            #expect(throws: QuireError.self) { try KeyFile(bytes, path: "f") }
        }

        @Test(arguments: [(8, UInt8(2)), (9, 3)])
        func `an unknown version or cipher is named`(_ index: Int, _ value: UInt8) throws {
            var bytes = try Self.file().bytes
            bytes[index] = value
            let error = #expect(throws: QuireError.self) { try KeyFile(bytes, path: "f") }
            #expect(error?.code == .unsupportedEncryption)
        }

        @Test(arguments: [0, 1, 31, 33, 64])
        func `a key without a password has 32 bytes`(_ count: Int) {
            #expect(throws: QuireError.self) { try EncryptionKey(data: Data(count: count)) }
        }

        @Test func `no description of a key contains its bytes`() {
            var dumped = ""
            dump(Self.password, to: &dumped)
            let texts = ["\(Self.password)", String(reflecting: Self.password), dumped]
            #expect(texts.allSatisfy { !$0.contains("smörg") && !$0.contains("0x") })
        }
    }
#endif
