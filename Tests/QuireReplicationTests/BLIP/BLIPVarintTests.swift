#if Replication
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    @Suite struct BLIPVarintTests {
        static let encodings: [(number: UInt64, bytes: [UInt8])] = [
            (0, [0]), (1, [1]), (127, [0x7f]), (128, [0x80, 0x01]), (300, [0xac, 0x02]),
            (16_383, [0xff, 0x7f]), (16_384, [0x80, 0x80, 0x01]),
            (1 << 63, [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01]),
            (.max, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]),
        ]

        @Test(arguments: encodings)
        func `a number is written in groups of 7 bits`(number: UInt64, bytes: [UInt8]) {
            var written: [UInt8] = []
            BLIPVarint.append(number, to: &written)
            #expect(written == bytes)
            #expect(BLIPVarint.length(number) == bytes.count)
        }

        @Test(arguments: encodings)
        func `a number is read from its groups`(number: UInt64, bytes: [UInt8]) {
            let slice = ([9] + bytes + [9])[...]
            #expect(
                BLIPVarint.read(slice, at: 1) == .number(number, end: bytes.count + 1))
        }

        @Test(arguments: encodings)
        func `a number that is cut off is incomplete`(number: UInt64, bytes: [UInt8]) {
            for count in 0..<bytes.count {
                #expect(BLIPVarint.read(bytes.prefix(count), at: 0) == .incomplete)
            }
        }

        static let readings: [(bytes: [UInt8], result: BLIPVarint.Reading)] = [
            ([0x80, 0x00], .number(0, end: 2)),
            ([0x81, 0x80, 0x00], .number(1, end: 3)),
            ([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02], .overflow),
            ([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x81, 0x00], .overflow),
            ([UInt8](repeating: 0x80, count: 40), .overflow),
        ]

        @Test(arguments: readings)
        func `longer forms are read up to 64 bits`(bytes: [UInt8], result: BLIPVarint.Reading) {
            #expect(BLIPVarint.read(bytes[...], at: 0) == result)
        }

        @Test func `a position after the end is incomplete`() {
            #expect(BLIPVarint.read([1][...], at: 1) == .incomplete)
            #expect(BLIPVarint.read([1][...], at: 5) == .incomplete)
        }

        @Test func `random numbers survive a round trip`() {
            var random = SplitMix64(seed: 1)
            for _ in 0..<2_000 {
                let number = random.next() >> UInt64(random.next(below: 64))
                var bytes: [UInt8] = []
                BLIPVarint.append(number, to: &bytes)
                #expect(BLIPVarint.read(bytes[...], at: 0) == .number(number, end: bytes.count))
            }
        }
    }
#endif
