#if Encryption
    import Testing

    @testable import QuireEncryption

    @Suite struct BlobCipherTests {
        static let cipher = try? BlobCipher(secret(Array(0..<32)), suite: .aes256GCM)
        static let name = [UInt8](repeating: 3, count: 20)
        static let lengths = [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000]

        static func content(_ length: Int) -> [UInt8] {
            (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        }

        /// Returns the encrypted file of a content, which is appended in odd parts.
        static func file(_ content: [UInt8]) throws -> [UInt8] {
            var sealing = try BlobSealing(try #require(cipher))
            var file = sealing.header
            var rest = content[...]
            while !rest.isEmpty {
                let part = Array(rest.prefix(30_011))
                rest = rest.dropFirst(part.count)
                try part.withUnsafeBytes { try sealing.append($0) { file += $0 } }
            }
            try sealing.finish { file += $0 }
            file.replaceSubrange(24..<40, with: try sealing.binding(to: name))
            return file
        }

        static func open(_ file: [UInt8], name: [UInt8] = name) throws -> [UInt8] {
            let opening = try BlobOpening(
                Array(file.prefix(40)), try #require(cipher), name: name)
            var content: [UInt8] = []
            var position = 40
            var index: UInt64 = 0
            repeat {
                let end = min(position + 65_552, file.count)
                var chunk = Array(file[min(position, end)..<end])
                content += try chunk.withUnsafeMutableBytes {
                    Array(try opening.open($0, index: index, isLast: end == file.count))
                }
                position = end
                index += 1
            } while position < file.count
            return content
        }

        @Test(arguments: lengths)
        func `a content is the same after encryption`(_ length: Int) throws {
            let content = Self.content(length)
            #expect(try Self.open(Self.file(content)) == content)
        }

        @Test(arguments: lengths)
        func `the length of a file tells that of its content`(_ length: Int) throws {
            let file = try Self.file(Self.content(length))
            #expect(BlobCipher.contentLength(ofFile: UInt64(file.count)) == UInt64(length))
        }

        @Test func `a file that was changed, cut or given another name is refused`() throws {
            let file = try Self.file(Self.content(66_000))
            var accepted: [String] = []
            for index in stride(from: 0, to: file.count, by: 97) {
                var changed = file
                changed[index] ^= 1
                if (try? Self.open(changed)) != nil { accepted.append("byte \(index)") }
                if (try? Self.open(Array(file[..<index]))) != nil {
                    accepted.append("length \(index)")
                }
            }
            var exchanged = file
            let (first, last) = (40..<40 + 65_552, 40 + 65_552..<file.count)
            exchanged.replaceSubrange(first.lowerBound..., with: file[last] + file[first])
            if (try? Self.open(exchanged)) != nil { accepted.append("exchanged chunks") }
            if (try? Self.open(file + [0])) != nil { accepted.append("a longer file") }
            if (try? Self.open(file, name: Array(Self.name.dropLast() + [4]))) != nil {
                accepted.append("another name")
            }
            #expect(accepted.isEmpty)
        }
    }
#endif
