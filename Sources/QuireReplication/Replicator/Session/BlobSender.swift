#if Replication
    import Foundation
    import QuirePlatform
    import Quire

    /// Sends the blobs of the revisions that are in transfer.
    ///
    /// Other blobs of the database are not sent.
    final class BlobSender: Sendable {
        /// The number of unsent bytes from which on blobs wait for the other database to receive them.
        private static let maximumUnsentBytes = 4_000_000
        /// The number of blobs that are read at a time.
        private static let maximumCount = 4

        /// The number of bytes that are read at a time.
        private static let partSize = 128_000

        private let connection: BLIPConnection
        private let store: ReplicationStore
        private let work: BlockingWork
        private let permits = AsyncPermits(BlobSender.maximumCount)
        /// How many revisions in transfer contain a blob.
        private let offered = Mutex<[String: Int]>([:])
        private let activity = Mutex(ContinuousClock.now)

        /// The last time at which a part of a blob was read to be sent.
        var lastActivity: ContinuousClock.Instant { activity.withLock { $0 } }

        init(connection: BLIPConnection, store: ReplicationStore, work: BlockingWork) {
            self.connection = connection
            self.store = store
            self.work = work
        }

        /// Permits requests for blobs.
        func offer(_ digests: [String]) {
            guard !digests.isEmpty else { return }
            offered.withLock { offered in
                for digest in digests { offered[digest, default: 0] += 1 }
            }
        }

        /// Ends what ``offer(_:)`` has permitted.
        func withdraw(_ digests: [String]) {
            guard !digests.isEmpty else { return }
            offered.withLock { offered in
                for digest in digests {
                    guard let count = offered[digest] else { continue }
                    offered[digest] = count > 1 ? count - 1 : nil
                }
            }
        }

        /// Whether a revision in transfer contains a blob.
        func isOffered(_ digest: String) -> Bool {
            offered.withLock { $0[digest] != nil }
        }

        /// Answers a request for the content of a blob.
        func send(_ request: BLIPRequest) async {
            await permits.withPermit { await self.readAndSend(request) }
        }

        private func readAndSend(_ request: BLIPRequest) async {
            guard let digest = request.message["digest"] else {
                return request.fail(.badRequest("the property digest is missing"))
            }
            guard isOffered(digest) else {
                return request.fail(
                    .http(403, "the blob \(digest) belongs to no revision in transfer"))
            }
            do {
                try await waitForSending()
                guard let (reader, part) = try await begin(digest) else {
                    return request.fail(.http(404, "the blob \(digest) is missing"))
                }
                var answer = BLIPMessage()
                answer.body = part
                answer.isCompressed = request.message.properties.bool("compress")
                let rest = reader.length - part.count
                request.respond(answer, continuedBy: rest > 0 ? source(reader, rest) : nil)
            } catch {
                request.fail(BLIPError(local: error))
            }
        }

        /// Reads the beginning of a blob.
        private func begin(_ digest: String) async throws -> (BlobReader, [UInt8])? {
            activity.withLock { $0 = .now }
            return try await work.run { [store] in
                guard let reader = try store.blobReader(digest) else { return nil }
                return (reader, try reader.next(maximum: Self.partSize))
            }
        }

        /// The rest of a blob.
        ///
        /// If it cannot be read, the other database detects that the content is incomplete.
        private func source(_ reader: BlobReader, _ byteCount: Int) -> BLIPBodySource {
            BLIPBodySource(byteCount: byteCount) { [work, weak self] in
                self?.activity.withLock { $0 = .now }
                let part = try? await work.run { try reader.next(maximum: Self.partSize) }
                return part ?? []
            }
        }

        /// Waits while the other database does not receive what was sent.
        private func waitForSending() async throws {
            while connection.unsentByteCount > Self.maximumUnsentBytes {
                try await Task.sleep(for: .milliseconds(20))
            }
        }

        /// Answers a request to prove that this database contains a blob.
        func prove(_ request: BLIPRequest) async {
            guard let digest = request.message["digest"] else {
                return request.fail(.badRequest("the property digest is missing"))
            }
            let nonce = request.message.body
            guard (1...255).contains(nonce.count) else {
                return request.fail(.badRequest("the nonce has \(nonce.count) bytes, not 1 to 255"))
            }
            do {
                guard isOffered(digest), let proof = try await proof(of: digest, nonce) else {
                    return request.fail(.http(404, "the blob \(digest) is missing"))
                }
                var answer = BLIPMessage()
                answer.body = Array("sha1-\(Data(proof).base64EncodedString())".utf8)
                request.respond(answer)
            } catch {
                request.fail(BLIPError(local: error))
            }
        }

        private func proof(of digest: String, _ nonce: [UInt8]) async throws -> [UInt8]? {
            try await work.run { [store] in
                guard let reader = try store.blobReader(digest) else { return nil }
                var hash = SHA1()
                hash.update([UInt8(nonce.count)])
                hash.update(nonce)
                while case let part = try reader.next(maximum: Self.partSize), !part.isEmpty {
                    hash.update(part)
                }
                return hash.digest
            }
        }
    }
#endif
