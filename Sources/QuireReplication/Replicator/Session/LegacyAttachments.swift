#if Replication
    import Fleece
    import Quire

    // Sync Gateway finds the blobs of a document in the member `_attachments` of its body, not in the
    // dictionaries with "@type": "blob". For every blob the member contains the dictionary of the
    // blob, without its type, under "blob_" and the JSON pointer of the blob:
    //
    //   {"pic": {"@type": "blob", "digest": "sha1-…", "length": 4}}
    //   {"pic": {…}, "_attachments": {"blob_/pic": {"digest": "sha1-…", "length": 4, "stub": true}}}

    /// The member `_attachments` of a document's body.
    enum LegacyAttachments {
        /// Returns the JSON text of a body with the member for its blobs.
        static func add(_ blobs: [BlobReference], to body: [UInt8]) throws -> [UInt8] {
            guard !blobs.isEmpty else { return body }
            let object = try WireJSON.parseObject(body)
            return try WireJSON.body { writer in
                writer.beginDictionary()
                for (key, value) in object where key != "_attachments" {
                    writer.writeKey(key)
                    writer.write(copyOf: value)
                }
                writer.writeKey("_attachments")
                writer.beginDictionary()
                for blob in blobs {
                    writer.writeKey("blob_\(blob.path)")
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
    }
#endif
