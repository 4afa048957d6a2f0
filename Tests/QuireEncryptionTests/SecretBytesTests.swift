#if os(Linux)
    import Foundation
    import Testing

    @testable import QuireEncryption

    @Suite struct SecretBytesTests {
        /// Whether the system permits this process to lock memory.
        private static let canLock: Bool = {
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 32, alignment: 16)
            defer { memory.deallocate() }
            let isLocked = MemoryLocks.lock(memory)
            if isLocked { MemoryLocks.unlock(memory) }
            return isLocked
        }()

        /// The ranges of addresses that the system has locked.
        private static func lockedRanges() throws -> [Range<UInt>] {
            // The file has no length, so that it must be read to its end.
            let file = try #require(FileHandle(forReadingAtPath: "/proc/self/smaps"))
            let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
            var (ranges, range) = ([Range<UInt>](), UInt(0)..<0)
            for line in text.split(separator: "\n") {
                let addresses = (line.split(separator: " ").first ?? "").split(separator: "-")
                if addresses.count == 2, let first = UInt(addresses[0], radix: 16),
                    let end = UInt(addresses[1], radix: 16)
                {
                    range = first..<end
                } else if line.hasPrefix("VmFlags:"), line.split(separator: " ").contains("lo") {
                    ranges.append(range)
                }
            }
            return ranges
        }

        private static func address(_ secret: SecretBytes) -> UInt {
            secret.withBytes { UInt(bitPattern: $0.baseAddress) }
        }

        @Test(.enabled(if: canLock))
        func `a key stays locked when others in the same page are released`() throws {
            var secrets: [SecretBytes?] = (0..<400).map { number in
                SecretBytes(count: 32) { $0[0] = UInt8(truncatingIfNeeded: number) }
            }
            for index in secrets.indices where index % 2 == 1 { secrets[index] = nil }
            let ranges = try Self.lockedRanges()
            let unlocked = secrets.compactMap { $0 }.filter { secret in
                !ranges.contains { $0.contains(Self.address(secret)) }
            }
            #expect(unlocked.isEmpty)
        }

        @Test(.enabled(if: canLock)) func `the pages of released keys are unlocked`() throws {
            // Larger than the memory that an allocator reuses for others.
            var secret: SecretBytes? = SecretBytes(count: 1 << 16) { $0[0] = 1 }
            let address = try Self.address(#require(secret)) + 1 << 15
            let before = try Self.lockedRanges().contains { $0.contains(address) }
            secret = nil
            let after = try Self.lockedRanges().contains { $0.contains(address) }
            #expect(before && !after)
        }
    }
#endif
