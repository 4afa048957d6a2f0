#if Replication
    import Fleece
    import Quire

    /// The answers to the changes of the other database.
    extension PassiveSession {
        /// Answers a list of changes that the other database proposes to send.
        func answerProposals(_ request: BLIPRequest, _ index: Int) async {
            await readingList { await self.answerNextProposals(request, index) }
        }

        private func answerNextProposals(_ request: BLIPRequest, _ index: Int) async {
            do {
                guard !options.isReadOnly else { throw Self.readOnly }
                let proposals = try WireJSON.parseList(request.message.body).map { item in
                    let item = item.array.map { Array($0.prefix(3)) } ?? []
                    let known = item.dropFirst(2).first?.string
                    return (
                        // An invalid item is an invalid version, which is the answer about this item.
                        id: item.first?.string ?? "", version: item.dropFirst().first?.string ?? "",
                        remoteVersion: known?.isEmpty == true ? nil : known
                    )
                }
                let includesRevision = request.message.properties.bool("conflictIncludesRev")
                let answers = try await answers(proposals, index)
                request.respond(try response(answers, includesRevision))
            } catch {
                request.fail(BLIPError(local: error))
            }
        }

        private func answers(
            _ proposals: [(id: String, version: String, remoteVersion: String?)], _ index: Int
        ) async throws -> [ChangeAnswer]? {
            guard !options.isReadOnly, let collection = collections?[index].collection else {
                return nil
            }
            return try await work.run { try collection.answers(toProposals: proposals) }
        }

        private func response(
            _ answers: [ChangeAnswer]?, _ includesRevision: Bool
        ) throws -> BLIPMessage {
            guard let answers else { throw Self.readOnly }
            var message = BLIPMessage()
            message["blobs"] = "true"
            if options.usesDeltas { message["deltas"] = "true" }
            message.isCompressed = true
            let count =
                (answers.lastIndex { if case .wanted = $0 { false } else { true } } ?? -1) + 1
            message.body = try WireJSON.body { writer in
                writer.beginArray()
                for answer in answers.prefix(count) {
                    switch answer {
                    case .wanted: writer.write(Int64(0))
                    case .present, .unwanted: writer.write(Int64(304))
                    case .failed(let failure):
                        writer.write(Int64(failure.isInvalidRevision ? 400 : 500))
                    case .conflict(let current):
                        guard includesRevision else {
                            writer.write(Int64(409))
                            continue
                        }
                        writer.beginDictionary()
                        writer.writeKey("status")
                        writer.write(Int64(409))
                        writer.writeKey("rev")
                        writer.write(current)
                        writer.endDictionary()
                    }
                }
                writer.endArray()
            }
            return message
        }

        /// Answers a list of changes in the form that clients of Sync Gateway use among themselves.
        func answerChanges(_ request: BLIPRequest, _ index: Int) async {
            await readingList { await self.answerNextChanges(request, index) }
        }

        private func answerNextChanges(_ request: BLIPRequest, _ index: Int) async {
            do {
                guard !options.isReadOnly, let collection = collections?[index].collection else {
                    throw Self.readOnly
                }
                let changes = try ListedChange.list(request.message.body)
                    .map { (id: $0.id, version: $0.version) }
                let answers = try await work.run {
                    try collection.answers(toChanges: changes, remote: nil)
                }
                var message = BLIPMessage()
                message["blobs"] = "true"
                if options.usesDeltas { message["deltas"] = "true" }
                message.body = try ListedChange.body(of: answers)
                request.respond(message)
            } catch {
                request.fail(BLIPError(local: error))
            }
        }
    }
#endif
