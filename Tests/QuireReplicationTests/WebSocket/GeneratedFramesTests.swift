#if Replication
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// Generated and damaged sequences of frames.
    @Suite struct GeneratedFramesTests {
        /// The events of a sequence, and the code of the violation that ends it.
        struct Outcome: Equatable {
            var events: [WebSocketDecoder.Event] = []
            var violation: UInt16?
        }

        static func decode(_ bytes: [UInt8], parts: (Int) -> Int) -> Outcome {
            var limits = WebSocketLimits()
            limits.frame = 70_000
            limits.message = 100_000
            var decoder = WebSocketDecoder(isServer: true, limits: limits)
            var outcome = Outcome()
            var rest = bytes[...]
            do throws(WebSocketViolation) {
                while !rest.isEmpty {
                    var part = rest.prefix(max(1, parts(rest.count)))
                    rest = rest.dropFirst(part.count)
                    while let event = try decoder.decode(&part) { outcome.events.append(event) }
                }
            } catch {
                outcome.violation = error.code
            }
            return outcome
        }

        /// Returns valid frames, and the events that they contain.
        static func sequence(
            _ random: inout SplitMix64
        ) -> (bytes: [UInt8], events: [WebSocketDecoder.Event]) {
            var bytes: [UInt8] = []
            var events: [WebSocketDecoder.Event] = []
            func add(_ opcode: WebSocketOpcode, _ payload: [UInt8], isFinal: Bool = true) {
                let mask = WebSocketMask(key: UInt32(truncatingIfNeeded: random.next()))
                bytes += WebSocketFrame.encode(opcode, payload, isFinal: isFinal, mask: mask)
            }
            for _ in 0..<(1 + random.next(below: 6)) {
                let length = [0, 1, 7, 125, 126, 300, 65_535, 65_536][random.next(below: 8)]
                let content = testBytes(length)
                let fragments = 1 + random.next(below: 4)
                for number in 0..<fragments {
                    let start = length * number / fragments
                    let end = length * (number + 1) / fragments
                    add(
                        number == 0 ? .binary : .continuation, Array(content[start..<end]),
                        isFinal: number == fragments - 1)
                    if number < fragments - 1, random.once(in: 2) {
                        let ping = testBytes(random.next(below: 126))
                        add(.ping, ping)
                        events.append(.ping(ping))
                    }
                }
                events.append(.message(.binary(content)))
            }
            return (bytes, events)
        }

        @Test(arguments: 0..<30)
        func `generated frames are decoded however they are divided`(seed: Int) {
            var random = SplitMix64(seed: UInt64(seed))
            let (bytes, events) = Self.sequence(&random)
            #expect(Self.decode(bytes) { $0 } == Outcome(events: events))
            #expect(Self.decode(bytes) { min($0, 1_000) } == Outcome(events: events))
            let divided = Self.decode(bytes) { 1 + random.next(below: $0) }
            #expect(divided == Outcome(events: events))
        }

        @Test(arguments: 0..<50)
        func `damaged frames have the same result however they are divided`(seed: Int) {
            var random = SplitMix64(seed: UInt64(1_000 + seed))
            let original = Self.sequence(&random).bytes.prefix(400)
            for _ in 0..<20 {
                var bytes = Array(original)
                for _ in 0..<(1 + random.next(below: 3)) {
                    bytes[random.next(below: min(bytes.count, 40))] = UInt8(random.next(below: 256))
                }
                let whole = Self.decode(bytes) { $0 }
                #expect(Self.decode(bytes) { _ in 1 } == whole)
            }
        }

        @Test(arguments: 0..<50)
        func `random bytes are decoded or refused`(seed: Int) {
            var random = SplitMix64(seed: UInt64(2_000 + seed))
            let bytes = (0..<2_000).map { _ in UInt8(random.next(below: 256)) }
            #expect(Self.decode(bytes) { $0 } == Self.decode(bytes) { min($0, 3) })
        }
    }
#endif
