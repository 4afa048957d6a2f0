#if Replication
    import QuirePlatform
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// Connections that are cut or damaged at each frame.
    @Suite(.timeLimit(.minutes(10))) struct BLIPCutTests {
        /// How the frames of one side are damaged.
        enum Damage: CaseIterable {
            case lost, dropped, repeated, swapped, truncated, extended, changed
        }

        /// What the requests of a damaged connection ended with.
        struct Outcome {
            var answered = 0
            var failed = 0
            var wrong = 0
            var end: BLIPEnd
        }

        static let requestCount = 12

        /// Sends requests whose responses repeat their bodies.
        ///
        /// One frame is damaged.
        static func run(_ damage: Damage?, at index: Int) async -> Outcome {
            let connections = Mutex<[BLIPConnection]>([])
            let held = Mutex<[UInt8]?>(nil)
            let sockets = MemorySocket.pair { message, number in
                if let first = held.withLock({ message in
                    defer { message = nil }
                    return message
                }) {
                    return [message, first]
                }
                guard let damage, number == index else { return [message] }
                switch damage {
                case .lost:
                    for connection in connections.withLock({ $0 }) { connection.abort() }
                    return []
                case .dropped: return []
                case .repeated: return [message, message]
                case .swapped:
                    held.withLock { $0 = message }
                    return []
                case .truncated: return [Array(message.dropLast())]
                case .extended: return [message + [0]]
                case .changed: return [message.dropLast() + [message[message.count - 1] ^ 1]]
                }
            }
            let first = BLIPConnection(socket: sockets.first)
            let second = BLIPConnection(socket: sockets.second)
            connections.withLock { $0 = [first, second] }
            async let firstEnd = first.run { $0.fail(.unknownProfile) }
            async let secondEnd = second.run { request in
                request.respond(BLIPMessage(body: request.message.body.reversed()))
            }
            var outcome = Outcome(end: .closed(.lost))
            await withTaskGroup(of: Bool?.self) { group in
                var random = SplitMix64(seed: 9)
                for number in 0..<requestCount {
                    var body = [UInt8](repeating: UInt8(number), count: random.next(below: 40_000))
                    body.append(1)
                    let message = BLIPMessage(
                        body: body, isUrgent: number % 4 == 0, isCompressed: number % 3 == 0)
                    group.addTask {
                        guard let response = try? await first.request(message) else { return nil }
                        return response.body == message.body.reversed()
                    }
                }
                for await result in group {
                    switch result {
                    case true?: outcome.answered += 1
                    case false?: outcome.wrong += 1
                    case nil: outcome.failed += 1
                    }
                }
                await first.close(code: 1000, reason: "done")
            }
            _ = await firstEnd
            outcome.end = await secondEnd
            return outcome
        }

        @Test func `all requests are answered without damage`() async {
            let outcome = await Self.run(nil, at: 0)
            #expect(outcome.answered == Self.requestCount)
            #expect(outcome.end.closeCode == 1000)
        }

        @Test(arguments: Damage.allCases)
        func `damage to any frame ends the connection, and no response is wrong`(
            damage: Damage
        ) async {
            for index in 0..<12 {
                let outcome = await Self.run(damage, at: index)
                #expect(outcome.wrong == 0)
                #expect(outcome.failed > 0)
                if damage == .lost {
                    #expect(outcome.end.closeCode == 1006)
                } else {
                    #expect(outcome.end.violation != nil, "frame \(index)")
                }
            }
        }
    }
#endif
