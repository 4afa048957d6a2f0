#if Replication
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// Random messages in both directions.
    @Suite struct BLIPExchangeTests {
        /// Returns a random message whose response is computed from it.
        static func message(_ random: inout SplitMix64, largest: Int) -> BLIPMessage {
            let size =
                switch random.next(below: 10) {
                case 0: 0
                case 1...6: random.next(below: min(300, largest))
                case 7, 8: random.next(below: min(40_000, largest))
                default: random.next(below: largest)
                }
            var body = [UInt8](repeating: 0, count: size)
            let isRandom = random.once(in: 2)
            for index in body.indices {
                body[index] = isRandom ? UInt8(truncatingIfNeeded: random.next()) : UInt8(index & 7)
            }
            return BLIPMessage(
                properties: [
                    "Profile": "test \(random.next(below: 1000))", "ö\u{1F600}": "\(size)",
                ], body: body, isUrgent: random.once(in: 4), isCompressed: random.once(in: 2),
                isReplyExpected: !random.once(in: 5))
        }

        static func response(to message: BLIPMessage) -> BLIPMessage {
            BLIPMessage(
                properties: message.properties, body: message.body.reversed(),
                isCompressed: !message.isCompressed)
        }

        static let exchanges: [(seed: UInt64, count: Int, largest: Int)] = [
            (1, 200, 1 << 20), (2, 1_500, 20_000), (3, 3_000, 200),
        ]

        @Test(arguments: exchanges)
        func `messages arrive unchanged in both directions`(
            seed: UInt64, count: Int, largest: Int
        ) async {
            let (first, second) = MemorySocket.pair()
            let one = ExchangePeer(first, seed: seed)
            let two = ExchangePeer(second, seed: seed + 100)
            async let firstEnd = one.run()
            async let secondEnd = two.run()
            async let firstDone: Void = one.send(count, largest: largest)
            await two.send(count, largest: largest)
            await firstDone
            await one.waitUntilReceived(count)
            await two.waitUntilReceived(count)
            await one.connection.close(code: 1000, reason: "done")
            let ends = await (firstEnd, secondEnd)
            #expect(one.sent.sorted() == two.received.sorted())
            #expect(two.sent.sorted() == one.received.sorted())
            #expect(one.differences + two.differences == 0)
            #expect(ends.0.closeCode == 1000)
            #expect(ends.1.closeCode == 1000)
            #expect(one.connection.unsentByteCount + two.connection.unsentByteCount == 0)
        }
    }

    extension BLIPEnd {
        /// The code of a socket that was closed.
        var closeCode: UInt16? {
            if case .closed(let status) = self { status.code } else { nil }
        }

        /// The violation of the protocol that ended the connection.
        var violation: BLIPViolation? {
            if case .failed(let error) = self { error as? BLIPViolation } else { nil }
        }
    }
#endif
