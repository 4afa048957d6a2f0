#if Replication
    import Foundation
    import Quire
    import QuireTestSupport

    @testable import QuireStore
    @testable import QuireReplication

    /// The database that plays a device of a recording.
    final class PlayedDevice {
        let name: String
        let translation: Translation
        private let folder: TemporaryFolder
        private(set) var database: Database
        private var versions: LocalVersions?
        let recording: Recording

        /// Creates an empty database.
        ///
        /// - Parameters:
        ///   - name: The name of the device.
        ///   - source: The ID of its database in the recording, or `nil` if it never connects.
        ///   - recording: The recording.
        ///   - translation: Receives the ID of the database.
        /// - Throws: `QuireError` or an error of the file system.
        init(
            _ name: String, source: String?, in recording: Recording, _ translation: Translation
        ) throws {
            self.name = name
            self.translation = translation
            self.recording = recording
            folder = try TemporaryFolder()
            database = try Self.open(name, in: folder.path)
            guard let source else { return }
            translation.bind(recorded: source, played: try ReplicationStore(database).sourceID)
            versions = LocalVersions(device: name, source: source, in: recording)
        }

        private static func open(_ name: String, in directory: String) throws -> Database {
            var configuration = DatabaseConfiguration()
            configuration.directory = directory
            return try Database(name: name, config: configuration)
        }

        /// Returns a collection, which is created if it is missing.
        func collection(_ name: String) throws -> DocumentCollection {
            guard name != "_default" else { return try database.defaultCollection() }
            let parts = name.split(separator: ".").map(String.init)
            return try database.createCollection(
                name: parts.last ?? name, scope: parts.count > 1 ? parts[0] : nil)
        }

        // MARK: Files

        /// Copies the files to a folder beside them.
        func copyFiles() throws {
            // Couchbase Lite does not detect that a file is a copy.
            try database.write { transaction in
                try transaction.connection.sqlite.execute(
                    "DELETE FROM kv_info WHERE key = 'quire.fileOrigin'", purpose: "test")
            }
            try replaceFiles { bundle, copy in
                try? FileManager.default.removeItem(atPath: copy)
                try FileManager.default.copyItem(atPath: bundle, toPath: copy)
            }
        }

        /// Replaces the files with the copy.
        func restoreFiles() throws {
            try replaceFiles { bundle, copy in
                try FileManager.default.removeItem(atPath: bundle)
                try FileManager.default.copyItem(atPath: copy, toPath: bundle)
            }
        }

        private func replaceFiles(_ change: (String, String) throws -> Void) throws {
            let bundle = database.path ?? ""
            try database.close()
            try change(bundle, folder.path + "/copy")
            database = try Self.open(name, in: folder.path)
        }

        // MARK: Writes

        /// Performs a local write.
        ///
        /// - Parameters:
        ///   - write: The write.
        ///   - line: Its line.
        ///   - next: The line of the next write of the same document.
        /// - Throws: `PlayerError` if the write is not stored, or `QuireError`.
        func apply(_ write: LocalWrite, at line: Int, next: Int?) throws {
            let collection = try collection(write.collection)
            switch write.change {
            case .purge: try collection.purge(id: write.id)
            case .expiration(let milliseconds):
                let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
                try collection.setDocumentExpiration(id: write.id, expiration: date)
            case .deletion: try save(nil, write.id, collection, at: line, next: next)
            case .body(var body, let blobs):
                for blob in blobs { body[blob.key] = try store(blob) }
                try save(JSONValue.object(body), write.id, collection, at: line, next: next)
            }
        }

        /// Performs the rest of similar writes.
        ///
        /// - Parameters:
        ///   - writes: The first writes.
        ///   - count: The number of all writes.
        ///   - line: The line.
        /// - Throws: `PlayerError` if a write is not stored, or `QuireError`.
        func applyMore(after writes: [LocalWrite], _ count: Int, at line: Int) throws {
            guard let first = writes.first else { return }
            let digits = first.id.filter(\.isNumber).count
            let prefix = String(first.id.dropLast(digits))
            for number in writes.count..<count {
                let text = String(number)
                let id = prefix + String(repeating: "0", count: digits - text.count) + text
                try apply(LocalWrite(id, like: first), at: line, next: nil)
            }
        }

        /// Stores the content of a blob, and returns its reference.
        private func store(_ blob: GeneratedBlob) throws -> JSONValue {
            .object([
                "@type": .string("blob"), "digest": .string(try store(blob.content)),
                "length": .integer(Int64(blob.content.count)),
                "content_type": .string(blob.contentType),
            ])
        }

        /// Saves a document with the body and the blobs of the messages.
        func applyRecorded(_ id: String, at line: Int) throws {
            let messages = Reconstruction.complete(recording.messages)
            let revision = messages.first {
                $0.isFromClient && $0.profile == "rev" && $0.properties["id"] == id
            }
            var body = revision?.body.json?.object
            body?["_attachments"] = nil
            for digest in body?.values.compactMap({ $0["digest"]?.string }) ?? [] {
                let content = messages.first {
                    $0.body.isComplete && $0.kind == .response
                        && Self.digest(of: $0.body.beginning) == digest
                }
                guard let content else { continue }
                try store(content.body.beginning)
            }
            guard let body else { throw PlayerError("The recording lacks the body of \(id).") }
            try save(.object(body), id, database.defaultCollection(), at: line, next: nil)
        }

        private static func digest(of content: [UInt8]) -> String {
            var hash = SHA1()
            hash.update(content)
            return "sha1-" + Data(hash.digest).base64EncodedString()
        }

        /// Stores the content of a blob, and returns its digest.
        @discardableResult
        private func store(_ content: [UInt8]) throws -> String {
            let digest = Self.digest(of: content)
            let writer = try ReplicationStore(database).blobWriter(digest, length: content.count)
            try writer.append(content)
            try writer.finish()
            return digest
        }

        private func save(
            _ body: JSONValue?, _ id: String, _ collection: DocumentCollection, at line: Int,
            next: Int?
        ) throws {
            guard let version = versions?.version(of: id, at: line, next: next) else {
                return try save(body, id, collection)
            }
            let current = try collection.outgoingRevision(of: id, version: nil)
            let source = try ReplicationStore(database).sourceID
            let known = [current?.version, current?.history].compactMap { $0 }
                .joined(separator: ", ").split { $0 == "," || $0 == ";" }
                .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            let isLater = known.filter { $0.hasSuffix("@\(source)") }.contains {
                VersionText.time(of: $0) >= VersionText.time(of: version)
            }
            // The playing database has resolved a conflict at a time of its own.
            guard !isLater else { return try save(body, id, collection) }
            var sources: Set = [source]
            let ancestors = known.filter {
                !$0.contains("@") || sources.insert(VersionText.source(of: $0)).inserted
            }
            let revision = IncomingRevision(
                id: id, version: translation.played(version),
                history: ancestors.joined(separator: ", "), isDeleted: body == nil,
                body: Array((body?.text ?? "{}").utf8))
            let results = try collection.insert([revision], from: nil)
            guard results == [.inserted] else {
                throw PlayerError("The write of \(id) in line \(line) is not stored: \(results)")
            }
        }

        /// Saves a document whose version the recording does not contain.
        private func save(
            _ body: JSONValue?, _ id: String, _ collection: DocumentCollection
        ) throws {
            if let body {
                let document =
                    try collection.document(id: id)?.toMutable() ?? MutableDocument(id: id)
                _ = try document.setJSON(body.text)
                try collection.save(document: document)
            } else if let document = try collection.document(id: id) {
                try collection.delete(document: document)
            }
        }
    }

    /// An error of the player.
    struct PlayerError: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }
#endif
