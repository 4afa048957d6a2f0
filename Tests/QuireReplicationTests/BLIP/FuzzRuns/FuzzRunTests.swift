#if Replication
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// Random inputs and the seeds of the fuzzer, processed by the run of the fuzzer.
    @Suite struct BLIPFuzzRunTests {
        @Test(arguments: FuzzSeeds.all.indices)
        func `no seed violates an invariant`(index: Int) {
            #expect(throws: Never.self) {
                try FuzzSeeds.all[index].withUnsafeBytes { try FuzzRun.receiver.run($0) }
            }
        }

        @Test(arguments: FuzzSeeds.properties.indices)
        func `no seed of properties violates an invariant`(index: Int) {
            #expect(throws: Never.self) {
                try FuzzSeeds.properties[index].withUnsafeBytes { try FuzzRun.properties.run($0) }
            }
        }

        @Test func `no random change of properties violates an invariant`() {
            var random = SplitMix64(seed: 12)
            for _ in 0..<3_000 {
                var input = FuzzSeeds.properties[random.next(below: FuzzSeeds.properties.count)]
                input += FuzzSeeds.properties[random.next(below: FuzzSeeds.properties.count)]
                for _ in 0..<random.next(below: 4) where !input.isEmpty {
                    input[random.next(below: input.count)] = UInt8(
                        truncatingIfNeeded: random.next())
                }
                #expect(throws: Never.self) {
                    try input.withUnsafeBytes { try FuzzRun.properties.run($0) }
                }
            }
        }

        @Test func `no random change of a certificate or key violates an invariant`() {
            var random = SplitMix64(seed: 13)
            let seeds = TestCertificates.all.map { Array($0.utf8) }
            for round in 0..<3_000 {
                var input = seeds[random.next(below: seeds.count)]
                if round.isMultiple(of: 2) { input = PEM.blocks(of: input)[0] }
                for _ in 0..<random.next(below: 4) {
                    input[random.next(below: input.count)] = UInt8(
                        truncatingIfNeeded: random.next())
                }
                #expect(throws: Never.self) {
                    try input.withUnsafeBytes { try FuzzRun.certificates.run($0) }
                }
            }
        }

        @Test func `no random change of a seed violates an invariant`() {
            var random = SplitMix64(seed: 11)
            for _ in 0..<3_000 {
                var input = FuzzSeeds.all[random.next(below: FuzzSeeds.all.count)]
                input += FuzzSeeds.all[random.next(below: FuzzSeeds.all.count)]
                for _ in 0..<random.next(below: 6) {
                    let index = random.next(below: input.count)
                    switch random.next(below: 3) {
                    case 0: input[index] = UInt8(truncatingIfNeeded: random.next())
                    case 1: input[index] ^= 1 << UInt8(random.next(below: 8))
                    default: input.remove(at: index)
                    }
                }
                #expect(throws: Never.self) {
                    try input.withUnsafeBytes { try FuzzRun.receiver.run($0) }
                }
            }
        }
    }
#endif
