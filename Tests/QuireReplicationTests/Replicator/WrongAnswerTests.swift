#if Replication
    import Foundation
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// A wrong answer about one document does not concern the others.
    ///
    /// The document is reported by every replication until it succeeds.
    @Suite(.timeLimit(.minutes(10))) struct WrongAnswerTests {
        typealias Faults = ScriptedServer.Faults

        private static func edit(
            _ change: @escaping @Sendable (inout BLIPMessage) -> Void
        ) -> Faults {
            var faults = Faults()
            faults.revision = { message in
                var message = message
                change(&message)
                return [message]
            }
            return faults
        }

        private static func missing(_ status: String) -> Faults {
            edit { message in
                message["Profile"] = "norev"
                message["error"] = status
                message["reason"] = "cannot be read"
                message.body = []
            }
        }

        private static func list(_ items: String) -> Faults { Faults(listItems: items) }

        static let pulls: [(name: String, faults: Faults)] = [
            ("an invalid version", list(#"[2,"bad","?"]"#)),
            ("an empty version", list(#"[2,"bad",""]"#)),
            ("no version", list(#"[2,"bad"]"#)),
            ("a number as version", list(#"[2,"bad",7]"#)),
            ("an absent revision", Faults(revision: { _ in [] })),
            ("an error of the server", missing("500")),
            ("a refused revision", missing("403")),
            ("an unknown error", missing("-7")), ("an error that is no number", missing("?")),
            ("no error", edit { ($0["Profile"], $0.body) = ("norev", []) }),
            ("an empty revision", edit { $0["rev"] = "" }),
            ("an invalid revision", edit { $0["rev"] = "?" }),
            ("an invalid history", edit { $0["history"] = "?" }),
            ("an author twice", edit { $0["history"] = "1@bbbbbbbbbbbbbbbbbbbbbA" }),
            ("a body that is not JSON", edit { $0.body = Array("{".utf8) }),
            ("a body that is a list", edit { $0.body = Array("[]".utf8) }),
            ("an empty body", edit { $0.body = [] }),
            ("a delta", edit { $0["deltaSrc"] = "1@aaaaaaaaaaaaaaaaaaaaaA" }),
            ("a revision of another sequence", edit { $0["sequence"] = "99" }),
            (
                "a missing blob",
                edit {
                    $0.body = Array(
                        #"{"b":{"@type":"blob","digest":"sha1-Lve95gjOVATpfV8EL5X4nxwjKHE="}}"#
                            .utf8)
                }
            ),
        ]

        @Test(arguments: pulls)
        func `a document that is received wrongly is reported until it is right`(
            name: String, faults: Faults
        ) async throws {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            let server = ScriptedServer()
            for id in ["a", "bad", "c"] {
                server.save(id, version: "5@bbbbbbbbbbbbbbbbbbbbbA", body: #"{"id":"\#(id)"}"#)
            }
            server.faults = faults
            var log = [try await summary(server.sync(database))]
            log.append(try await summary(server.sync(database)))
            server.faults = Faults()
            log.append(try await summary(server.sync(database)))
            log.append(try await summary(server.sync(database)))
            #expect(log == ["< a, < bad failed, < c", "< bad failed", "< bad", ""])
            #expect(try SyncPair.documents(of: database).count == 3)
        }

        @Test func `a revision that is sent twice is stored once`() async throws {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            let server = ScriptedServer()
            for id in ["a", "bad", "c"] { server.save(id, version: "5@bbbbbbbbbbbbbbbbbbbbbA") }
            server.faults.revision = { [$0, $0] }
            #expect(try await summary(server.sync(database)) == "< a, < bad, < c")
        }

        @Test func `a replaced revision is neither received nor a failure`() async throws {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            let server = ScriptedServer()
            for id in ["a", "bad", "c"] { server.save(id, version: "5@bbbbbbbbbbbbbbbbbbbbbA") }
            server.faults = Self.missing("404")
            #expect(try await summary(server.sync(database)) == "< a, < c")
        }

        @Test func `a document that the server no longer has is not reported again`() async throws {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            let server = ScriptedServer()
            for id in ["a", "bad", "c"] { server.save(id, version: "5@bbbbbbbbbbbbbbbbbbbbbA") }
            server.faults = Self.missing("500")
            #expect(try await summary(server.sync(database)) == "< a, < bad failed, < c")
            server.purge("bad")
            #expect(try await summary(server.sync(database)) == "")
            let count = server.connectionCount
            #expect(try await summary(server.sync(database)) == "")
            #expect(server.connectionCount == count + 1)
        }

        private static func proposal(_ item: String) -> Faults { Faults(proposalItem: item) }

        static let pushes: [(name: String, faults: Faults)] = [
            ("a text", proposal(#""?""#)), ("an empty object", proposal("{}")),
            ("a list", proposal("[]")), ("an unknown status", proposal("999")),
            ("a negative status", proposal("-1")), ("a huge status", proposal("1e30")),
            ("a refusal", proposal("403")), ("not found", proposal("404")),
            ("a conflict without a revision", proposal("409")),
            ("a conflict with an empty revision", proposal(#"{"status":409,"rev":""}"#)),
            ("a conflict with an invalid revision", proposal(#"{"status":409,"rev":"?"}"#)),
            (
                "a conflict with an unknown revision",
                proposal(#"{"status":409,"rev":"9@ccccccccccccccccccccccA"}"#)
            ),
            (
                "an error for the whole list",
                Faults(proposalError: BLIPError(domain: "LiteCore", code: 26, message: "?"))
            ),
            ("an answer that is no JSON", Faults(hasInvalidAnswer: true)),
            ("a revision that is never answered", Faults(isSilent: true)),
            ("a refused revision", Faults(revisionError: .http(403, "no"))),
            ("a conflicting revision", Faults(revisionError: .http(409, "no"))),
            (
                "an unknown error",
                Faults(revisionError: BLIPError(domain: "?", code: 1, message: ""))
            ),
            ("a revision that is too large", Faults(revisionError: .http(413, "no"))),
        ]

        @Test(arguments: pushes)
        func `a document that is refused is reported until it is accepted`(
            name: String, faults: Faults
        ) async throws {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            let server = ScriptedServer()
            for id in ["a", "bad", "c"] {
                try database.defaultCollection().save(document: MutableDocument(id: id))
            }
            server.faults = faults
            var log = [try await summary(server.sync(database))]
            log.append(try await summary(server.sync(database)))
            server.faults = Faults()
            log.append(try await summary(server.sync(database)))
            log.append(try await summary(server.sync(database)))
            #expect(log == ["> a, > bad failed, > c", "> bad failed", "> bad", ""])
            #expect(server.versions.count == 3)
        }

        @Test(arguments: 0..<10)
        func `a document whose access is lost while it is stored is purged`(
            run: Int
        ) async throws {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            let server = ScriptedServer()
            for number in 0..<50 { server.save("a\(number)", version: "5@bbbbbbbbbbbbbbbbbbbbbA") }
            server.save("bad", version: "5@bbbbbbbbbbbbbbbbbbbbbA")
            server.faults.revokes = true
            #expect(try await server.sync(database).log.contains("< bad removed"))
            #expect(try database.defaultCollection().document(id: "bad") == nil)
        }

        @Test(arguments: [
            (#"[1,"bad","5@bbbbbbbbbbbbbbbbbbbbbA",2],[2,"bad","5@bbbbbbbbbbbbbbbbbbbbbA"]"#, 5),
            (#"[1,"bad","5@bbbbbbbbbbbbbbbbbbbbbA"],[2,"bad","5@bbbbbbbbbbbbbbbbbbbbbA",2]"#, nil),
            (#"[2,"bad","9@bbbbbbbbbbbbbbbbbbbbbA"],[1,"bad","9@bbbbbbbbbbbbbbbbbbbbbA",2]"#, nil),
            (#"[1,"bad","9@bbbbbbbbbbbbbbbbbbbbbA",2],[2,"bad","9@bbbbbbbbbbbbbbbbbbbbbA"]"#, 9),
        ])
        func `the last of several items about the access to a document counts`(
            items: String, expected: Int?
        ) async throws {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            let server = ScriptedServer()
            server.save("a", version: "5@bbbbbbbbbbbbbbbbbbbbbA")
            server.save("bad", version: "5@bbbbbbbbbbbbbbbbbbbbbA", body: #"{"n":5}"#)
            _ = try await server.sync(database)
            server.purge("bad")
            server.save("bad", version: "9@bbbbbbbbbbbbbbbbbbbbbA", body: #"{"n":9}"#)
            server.faults = Self.list(items.replacing("[2", with: "[3"))
            _ = try await server.sync(database)
            let found = try database.defaultCollection().document(id: "bad")
            #expect(found?.int(forKey: "n") == expected)
        }

        @Test func `a sequence may be written in another way with the revision`() async throws {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            let server = ScriptedServer()
            server.save("bad", version: "5@bbbbbbbbbbbbbbbbbbbbbA")
            server.faults = Self.edit { $0["sequence"] = #""1\u003a2""# }
            server.faults.listItems = #"["1:2","bad","5@bbbbbbbbbbbbbbbbbbbbbA"]"#
            #expect(try await summary(server.sync(database)) == "< bad")
        }

        @Test(arguments: [true, false])
        func `a continuous replication reports a conflict that stays`(isEarly: Bool) async throws {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            let server = ScriptedServer()
            try database.defaultCollection().save(document: MutableDocument(id: "bad"))
            server.faults.proposalItem = #"{"status":409,"rev":"9@ccccccccccccccccccccccA"}"#
            let result = try await server.syncContinuously(
                database, for: .seconds(2), retryInterval: isEarly ? .seconds(60) : .seconds(1))
            #expect(result.log == (isEarly ? [] : ["> bad HTTP 409"]))
        }

        @Test func `a continuous replication reports a revision that never comes`() async throws {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            let server = ScriptedServer()
            for id in ["a", "bad"] { server.save(id, version: "5@bbbbbbbbbbbbbbbbbbbbbA") }
            server.faults.revision = { _ in [] }
            let result = try await server.syncContinuously(
                database, for: .seconds(3), retryInterval: .seconds(60))
            #expect(result.log == ["< a", "< bad HTTP 404"])
        }

        @Test func `a document that is refused is reported while an earlier one is sent again`()
            async throws
        {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            let server = ScriptedServer()
            for id in ["busy", "bad", "c"] {
                try database.defaultCollection().save(document: MutableDocument(id: id))
            }
            server.faults.isBusy = true
            server.faults.revisionError = .http(403, "no")
            var log = [try await summary(server.sync(database))]
            for _ in 0..<3 { log.append(try await summary(server.sync(database))) }
            server.faults = Faults()
            log.append(try await summary(server.sync(database)))
            let failures = "> bad failed, > busy failed"
            #expect(
                log == [
                    "> bad failed, > busy failed, > c", failures, failures, failures,
                    "> bad, > busy",
                ])
        }

        @Test func `a document that is gone on the server is sent again`() async throws {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            let server = ScriptedServer()
            let collection = try database.defaultCollection()
            for id in ["a", "bad"] { try collection.save(document: MutableDocument(id: id)) }
            _ = try await server.sync(database)
            server.purge("bad")
            for id in ["a", "bad"] {
                let document = try #require(try collection.document(id: id)?.toMutable())
                try collection.save(document: document.setInt(2, forKey: "n"))
            }
            #expect(try await summary(server.sync(database)) == "> a, > bad")
        }

        /// The events of a replication that completed, such as `> a, < b failed`.
        private func summary(_ result: SyncResult) -> String {
            guard result.isCompleted else { return "\(result.end)" }
            return result.events.map { event in
                "\(event.isPush ? ">" : "<") \(event.id)\(event.error == nil ? "" : " failed")"
            }.sorted().joined(separator: ", ")
        }
    }
#endif
