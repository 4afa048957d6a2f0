#if PostgreSQL
    import Fleece
    import Foundation
    import Quire
    import QuirePostgreSQL
    import QuireTestSupport

    /// A writer of batches of documents with consecutive numbers on a server.
    struct ServerBatchWriter {
        private let store: any DocumentStore

        init(_ store: any DocumentStore) {
            self.store = store
        }

        /// Saves the next batch in one transaction.
        ///
        /// - Returns: The acknowledgement to print once the batch is saved.
        func saveNext(using random: inout SplitMix64) throws -> Acknowledgement {
            // The parts of a content have one megabyte.
            let count = random.once(in: 4) ? Int.random(in: 0...2_500_000, using: &random) : 5_000
            let byte = UInt8.random(in: 0...255, using: &random)
            var content = Data(repeating: byte, count: count)
            content.append(contentsOf: "\(random.next())".utf8)
            let storage = try require(store.blobStorage, "the store has no blobs")
            let blob = try storage.install(content)
            return try store.inBatch {
                let id = BatchDocument.headID
                let last = try store.record(id: id).flatMap { try BatchDocument(id: id, $0.body) }
                return try save((last?.batch ?? 0) + 1, blob, using: &random)
            }
        }

        private func save(
            _ batch: Int64, _ blob: InstalledBlob, using random: inout SplitMix64
        ) throws -> Acknowledgement {
            let documents = BatchWriter.documents(
                of: batch, (blob.digest.description, Int64(blob.length)), using: &random)
            var sequence: UInt64 = 0
            for document in documents {
                sequence = try store.save { writer in
                    document.write(to: writer)
                    return WriteTarget(id: document.id, if: .any)
                }.revision(in: store).sequence
                if let expires = document.expires {
                    let date = Date(timeIntervalSince1970: Double(expires) / 1000)
                    try store.setExpiration(date, of: document.id)
                }
            }
            return Acknowledgement(
                batch: batch, sequence: Int64(sequence), ids: documents.map(\.id))
        }
    }

    /// A document that a process saves with a check of the revision, outside transactions.
    ///
    /// Its acknowledgement is a line `COUNT id value END`.
    struct ServerCounter {
        let id: String
        let value: Int64

        var line: String { "COUNT \(id) \(value) END" }

        /// Increments the counter in a store.
        static func increment(_ id: String, in store: any DocumentStore) throws -> ServerCounter {
            while true {
                let record = try store.record(id: id)
                let counter = ServerCounter(id: id, value: (record?.body["n"]?.int64 ?? 0) + 1)
                let result = try store.save { writer in
                    writer.beginDictionary()
                    writer.writeKey("n")
                    writer.write(counter.value)
                    writer.endDictionary()
                    return WriteTarget(
                        id: id, if: record.map { .revision($0.revisionID) } ?? .absent)
                }
                if case .saved = result { return counter }
            }
        }

        init(id: String, value: Int64) {
            self.id = id
            self.value = value
        }

        /// Reads an acknowledgement, or returns `nil` for a truncated line.
        init?(_ line: Substring) {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 4, words[0] == "COUNT", words[3] == "END",
                let value = Int64(words[2])
            else { return nil }
            self.init(id: words[1], value: value)
        }
    }
#endif
