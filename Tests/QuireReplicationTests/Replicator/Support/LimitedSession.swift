#if Replication
    import Quire
    import QuireTestSupport

    @testable import QuireReplication

    /// A connection to a session of a database, as a listener has it, with requests of any size.
    struct LimitedSession {
        let database: Database
        let partner: BLIPConnection
        private let folder: TemporaryFolder
        private let running: Task<Void, Never>

        init(_ options: PassiveOptions = PassiveOptions()) throws {
            let (database, folder) = try SyncPair.database()
            let (first, second) = MemoryMessageSocket.pair()
            let session = PassiveSession(socket: second, database: database, options: options)
            let partner = BLIPConnection(socket: first)
            running = Task {
                async let serving = session.run()
                _ = await partner.run { _ in }
                _ = await serving
            }
            self.database = database
            self.partner = partner
            self.folder = folder
        }

        /// Opens the default collection.
        func open() async throws {
            var message = BLIPMessage(profile: "getCollections")
            message.body = Array(#"{"collections":["_default"],"checkpoint_ids":["cp-a"]}"#.utf8)
            _ = try await partner.request(message)
        }

        /// Sends a request and returns the domain and code of its error.
        func error(
            _ profile: String, _ body: [UInt8] = [], _ properties: [(String, String)] = []
        ) async throws -> String? {
            var message = BLIPMessage(
                profile: profile, collection: profile == "getCollections" ? nil : 0)
            for (key, value) in properties { message[key] = value }
            message.body = body
            do {
                _ = try await partner.request(message)
                return nil
            } catch let error as BLIPError {
                return "\(error.domain) \(error.code)"
            }
        }

        func close() async {
            await partner.close(code: 1000, reason: "")
            await running.value
        }
    }
#endif
