#if Replication
    import Fleece
    import QuirePlatform
    import Quire

    extension RevisionReceiver {
        /// Returns the revision in a message.
        func revision(
            in message: BLIPMessage, _ received: ReceivedRevision
        ) async throws -> IncomingRevision {
            guard !received.id.isEmpty, !received.version.isEmpty else {
                throw BLIPError.badRequest("a revision needs the properties id and rev")
            }
            guard remote == nil || received.sequence != nil else {
                throw BLIPError.badRequest("a revision needs the property sequence")
            }
            var body = message.body
            if let source = message["deltaSrc"] {
                body = try await applyDelta(message, received, to: source)
            }
            return IncomingRevision(
                id: received.id, version: received.version, history: message["history"] ?? "",
                isDeleted: received.isDeleted,
                body: try LegacyAttachments.removeBlobs(from: body),
                refusesConflicts: remote == nil || message.properties.bool("noconflicts"))
        }

        /// Returns the body that results from a delta.
        ///
        /// The other database sends the whole body if it receives the status 422.
        private func applyDelta(
            _ message: BLIPMessage, _ received: ReceivedRevision, to source: String
        ) async throws -> [UInt8] {
            guard acceptsDeltas else { throw BLIPError.http(422, "deltas are not supported") }
            let collection = collections[received.collection].collection
            // A larger document could not be sent to others.
            let maximum = connection.options.maximumMessageSize - BLIPMessage.maximumPropertySize
            return try await work.run {
                let delta = try WireJSON.parseObject(message.body).value
                do {
                    if let body = try collection.body(
                        applying: delta, to: source, of: received.id)
                    {
                        guard body.count <= maximum else {
                            throw BLIPError.http(
                                413, "the document has more than \(maximum) bytes of JSON")
                        }
                        return body
                    }
                } catch let error as DeltaError {
                    throw BLIPError.http(422, "the delta is invalid: \(error)")
                } catch let error as FleeceError {
                    throw BLIPError.http(422, "the delta is invalid: \(error.message)")
                }
                throw BLIPError.http(422, "the source revision \(source) of the delta is missing")
            }
        }

        /// Whether the body states that the document is no longer accessible.
        func isRemoval(_ revision: IncomingRevision) throws -> Bool {
            // Only a server decides about access, so a pushed body has no such meaning.
            guard remote != nil, revision.contains("_removed") else { return false }
            return try WireJSON.parseObject(revision.body)["_removed"]?.boolean == true
        }
    }
#endif
