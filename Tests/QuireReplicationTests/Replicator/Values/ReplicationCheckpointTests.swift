#if Replication
    import Foundation
    import Testing

    @testable import QuireReplication

    @Suite struct ReplicationCheckpointTests {
        private static func checkpoint(_ json: String) throws -> Checkpoint {
            try #require(Checkpoint(json: Array(json.utf8)))
        }

        @Test(arguments: [
            #"{"time":1000}"#, #"{"local":7,"time":1000}"#, #"{"remote":12,"time":1000}"#,
            #"{"local":7,"remote":"100:35","time":1000}"#,
            #"{"local":7,"localCompleted":[0,8,9,2],"remote":{"a":[1,null]},"time":1000}"#,
            #"{"local":0,"localCompleted":[0,1,5,1],"time":1000}"#,
            #"{"remote":"12::9","time":1000}"#,
        ])
        func `a checkpoint is written as it was read`(json: String) throws {
            let written = try Self.checkpoint(json).json(time: Date(timeIntervalSince1970: 1000))
            #expect(String(decoding: written, as: UTF8.self) == json)
        }

        @Test(arguments: [
            ("{}", "{}", "{}"),
            (#"{"local":5,"remote":7}"#, #"{"local":3,"remote":9}"#, #"{"local":3,"remote":7}"#),
            (#"{"local":5,"remote":7}"#, "{}", "{}"),
            (#"{"remote":"100:35"}"#, #"{"remote":"99"}"#, #"{"remote":"99"}"#),
            (#"{"remote":"1:2:3"}"#, #"{"remote":"1:2:3"}"#, #"{"remote":"1:2:3"}"#),
            (#"{"remote":"x"}"#, #"{"remote":"y"}"#, "{}"),
            (
                #"{"local":2,"localCompleted":[0,3,5,4]}"#, #"{"local":6}"#,
                #"{"local":2,"localCompleted":[0,3,5,2]}"#
            ),
        ])
        func `two copies agree on the earlier state`(
            first: String, second: String, agreement: String
        ) throws {
            let agreed = try Self.checkpoint(first).agreement(with: Self.checkpoint(second))
            #expect(try agreed == Self.checkpoint(agreement))
        }

        @Test(arguments: ["", "[]", "7", "{", #"{"local""#])
        func `text that is no JSON object is no checkpoint`(json: String) {
            #expect(Checkpoint(json: Array(json.utf8)) == nil)
        }

        @Test(arguments: [
            #"{"local":-1}"#, #"{"local":"7"}"#, #"{"local":1.5}"#,
            #"{"localCompleted":[1,2]}"#, #"{"localCompleted":[0,"1"]}"#, #"{"remote":null}"#,
        ])
        func `a damaged checkpoint begins at the start`(json: String) throws {
            #expect(try Self.checkpoint(json) == Checkpoint())
        }
    }

    @Suite struct PendingSequencesTests {
        @Test func `the checkpoint precedes the first unfinished sequence`() {
            var pending = PendingSequences(after: RemoteSequence(json: "5"))
            let tickets = (6...9).map { pending.append(RemoteSequence(json: "\($0)")) }
            var checkpoints: [String] = []
            for position in [1, 0, 3, 2, 2] {
                pending.finish(tickets[position])
                checkpoints.append(pending.checkpoint?.json ?? "")
            }
            #expect(checkpoints == ["5", "7", "7", "9", "9"])
        }

        @Test func `a long list is finished in any order`() {
            var pending = PendingSequences(after: nil)
            let tickets = (1...10_000).map { pending.append(RemoteSequence(json: "\($0)")) }
            for ticket in tickets.reversed().dropLast() { pending.finish(ticket) }
            let before = pending.checkpoint
            pending.finish(tickets[0])
            #expect([before?.json, pending.checkpoint?.json] == [nil, "10000"])
        }

        @Test func `the memory of finished sequences is reused`() {
            var pending = PendingSequences(after: nil)
            for number in 1...5000 {
                pending.finish(pending.append(RemoteSequence(json: "\(number)")))
            }
            #expect(pending.count == 0 && pending.checkpoint?.json == "5000")
        }
    }
#endif
