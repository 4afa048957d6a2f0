#if Replication
    import Foundation
    import QuirePlatform
    import Quire

    /// A sender of the blobs of the revisions in transfer.
    ///
    /// It refuses requests for other blobs of the database.
    final class BlobSender: Sendable {
        /// The maximum number of unsent bytes of the connection with which another blob is begun.
        private static let maximumUnsentBytes = 4_000_000
        /// The maximum number of requests whose blobs are opened at the same time.
        private static let maximumOpening = 4
        /// The number of bytes that are read at a time.
        private static let partSize = 128_000

        private let connection: BLIPConnection
        private let store: ReplicationStore
        private let work: BlockingWork
        private let permits = AsyncPermits(BlobSender.maximumOpening)
        /// The numbers of revisions in transfer that contain a blob, by the digest of the blob.
        private let offered = Mutex<[String: Int]>([:])
        private let activity = Mutex(ContinuousClock.now)

        /// The last time at which a part of a blob was read to be sent.
        var lastActivity: ContinuousClock.Instant { activity.withLock { $0 } }

        init(connection: BLIPConnection, store: ReplicationStore, work: BlockingWork) {
            self.connection = connection
            self.store = store
            self.work = work
        }

        /// Permits requests for the blobs of a revision.
        func offer(_ digests: [String]) {
            guard !digests.isEmpty else { return }
            offered.withLock { offered in
                for digest in digests { offered[digest, default: 0] += 1 }
            }
        }

        /// Ends the permission of one call of ``offer(_:)``.
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
                try await waitUntilSent()
                guard let (reader, beginning) = try await readBeginning(of: digest) else {
                    return request.fail(.http(404, "the blob \(digest) is missing"))
                }
                var answer = BLIPMessage()
                answer.body = beginning
                answer.isCompressed = request.message.properties.bool("compress")
                let restCount = reader.length - beginning.count
                request.respond(
                    answer, continuedBy: restCount > 0 ? rest(of: reader, restCount) : nil)
            } catch {
                request.fail(BLIPError(local: error))
            }
        }

        /// Opens a blob and reads its beginning.
        private func readBeginning(of digest: String) async throws -> (BlobReader, [UInt8])? {
            activity.withLock { $0 = .now }
            return try await work.run { [store] in
                guard let reader = try store.blobReader(digest) else { return nil }
                return (reader, try reader.next(maximum: Self.partSize))
            }
        }

        /// Returns a source for the rest of a blob.
        ///
        /// If it cannot be read, the other database detects that the content is incomplete.
        private func rest(of reader: BlobReader, _ byteCount: Int) -> BLIPBodySource {
            BLIPBodySource(byteCount: byteCount) { [work, weak self] in
                self?.activity.withLock { $0 = .now }
                let part = try? await work.run { try reader.next(maximum: Self.partSize) }
                return part ?? []
            }
        }

        /// Waits until the other database has received most of the earlier messages.
        private func waitUntilSent() async throws {
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

        /// Returns the SHA-1 digest of the nonce's length, the nonce and the content of a blob.
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
