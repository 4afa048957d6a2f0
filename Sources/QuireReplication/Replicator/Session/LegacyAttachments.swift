#if Replication
    import QuirePlatform
    import Fleece
    import Quire

    // Sync Gateway finds the blobs of a document in the member `_attachments` of its body, not in the
    // dictionaries with "@type": "blob". For every blob the member contains the dictionary of the
    // blob, without its type, under "blob_" and the JSON pointer of the blob:
    //
    //   {"pic": {"@type": "blob", "digest": "sha1-…", "length": 4}}
    //   {"pic": {…}, "_attachments": {"blob_/pic": {"digest": "sha1-…", "length": 4, "stub": true}}}
    //
    // Attachments with other names are no blobs of the body. The REST API and clients of version 1
    // create them. They stay in the body, and are sent back with it:
    //
    //   {"_attachments": {"photo.png": {"digest": "sha1-…", "length": 9, "revpos": 1, "stub": true}}}
    //
    // If an attachment and its blob differ, the attachment was replaced, and determines the content.

    /// The member `_attachments` of a document's body.
    enum LegacyAttachments {
        private static let blobPrefix = "blob_"

        /// Returns the JSON text of a body with attachments for its blobs, next to the others.
        static func add(_ blobs: [BlobReference], to body: [UInt8]) throws -> [UInt8] {
            guard !blobs.isEmpty else { return body }
            let object = try WireJSON.parseObject(body)
            return try WireJSON.body { writer in
                writer.beginDictionary()
                for (key, value) in object where key != BlobReference.attachmentsKey {
                    writer.writeKey(key)
                    writer.write(copyOf: value)
                }
                writer.writeKey(BlobReference.attachmentsKey)
                writer.beginDictionary()
                if let others = object[BlobReference.attachmentsKey]?.dictionary {
                    let names = Set(blobs.map { blobPrefix + $0.path })
                    for (name, value) in others where !names.contains(name) {
                        writer.writeKey(name)
                        writer.write(copyOf: value)
                    }
                }
                for blob in blobs {
                    writer.writeKey(blobPrefix + blob.path)
                    try write(blob, to: writer)
                }
                writer.endDictionary()
                writer.endDictionary()
            }
        }

        private static func write(_ blob: BlobReference, to writer: FleeceWriter) throws {
            let properties = try WireJSON.parseObject(Array(blob.json.utf8))
            writer.beginDictionary()
            for (key, value) in properties where key != "@type" && key != "stub" {
                writer.writeKey(key)
                writer.write(copyOf: value)
            }
            writer.writeKey("stub")
            writer.write(true)
            writer.endDictionary()
        }

        // MARK: Receiving

        /// Returns a body without the attachments for its blobs, whose digests and lengths they
        /// determine.
        ///
        /// - Parameter body: JSON text in UTF-8.
        /// - Returns: The same text if no attachment belongs to a blob.
        /// - Throws: `BLIPError` if the text contains attachments and is not a JSON object.
        static func removeBlobs(from body: [UInt8]) throws -> [UInt8] {
            guard body.withUnsafeBytes({ $0.contains("_attachments") }) else { return body }
            let object = try WireJSON.parseObject(body)
            let blobs = Dictionary(
                BlobReference.blobs(in: object).map { (blobPrefix + $0.path, $0.path) },
                uniquingKeysWith: { first, _ in first })
            guard let entries = object[BlobReference.attachmentsKey]?.dictionary, !blobs.isEmpty,
                entries.contains(where: { blobs[$0.key] != nil })
            else { return body }
            let corrections = Corrections(
                entries.compactMap { name, entry in
                    blobs[name].flatMap { path in entry.dictionary.map { (path, $0) } }
                })
            return try WireJSON.body { writer in
                writer.beginDictionary()
                for (key, value) in object where key != BlobReference.attachmentsKey {
                    writer.writeKey(key)
                    write(value, at: "/" + BlobReference.escaped(key), corrections, to: writer)
                }
                let others = entries.filter { blobs[$0.key] == nil }
                if !others.isEmpty {
                    writer.writeKey(BlobReference.attachmentsKey)
                    writer.beginDictionary()
                    for (name, value) in others {
                        writer.writeKey(name)
                        writer.write(copyOf: value)
                    }
                    writer.endDictionary()
                }
                writer.endDictionary()
            }
        }

        /// Writes a value, whose blobs get the digests and lengths of their attachments.
        ///
        /// The JSON reader limits the depth of the value, and so the recursion.
        private static func write(
            _ value: FleeceValue, at path: String, _ corrections: Corrections,
            to writer: FleeceWriter
        ) {
            // Most values contain no blob.
            guard corrections.paths.contains(path) else { return writer.write(copyOf: value) }
            if let correction = corrections.entries[path], let blob = value.dictionary {
                write(blob, correction, to: writer)
            } else if let dictionary = value.dictionary {
                writer.beginDictionary()
                for (key, item) in dictionary {
                    writer.writeKey(key)
                    write(
                        item, at: "\(path)/\(BlobReference.escaped(key))", corrections, to: writer)
                }
                writer.endDictionary()
            } else if let array = value.array {
                writer.beginArray()
                for (index, item) in array.enumerated() {
                    write(item, at: "\(path)/\(index)", corrections, to: writer)
                }
                writer.endArray()
            } else {
                writer.write(copyOf: value)
            }
        }

        /// The attachments of blobs.
        private struct Corrections {
            /// The attachments by the paths of their blobs.
            var entries: [String: FleeceDictionary] = [:]
            /// The paths of the blobs and of all values that contain them.
            var paths: Set<String> = []

            init(_ pairs: [(path: String, entry: FleeceDictionary)]) {
                for (path, entry) in pairs {
                    entries[path] = entry
                    var rest = path[...]
                    while !rest.isEmpty, paths.insert(String(rest)).inserted {
                        rest = rest[..<(rest.lastIndex(of: "/") ?? rest.startIndex)]
                    }
                }
            }
        }

        private static func write(
            _ blob: FleeceDictionary, _ correction: FleeceDictionary, to writer: FleeceWriter
        ) {
            writer.beginDictionary()
            for (key, value) in blob where !["digest", "length"].contains(key) {
                writer.writeKey(key)
                writer.write(copyOf: value)
            }
            for key in ["digest", "length"] {
                guard let value = correction[key] ?? blob[key] else { continue }
                writer.writeKey(key)
                writer.write(copyOf: value)
            }
            writer.endDictionary()
        }
    }
#endif
