#if Replication
    /// The requests of a recorded client that a session did not send yet.
    struct RecordedRequests: Sendable {
        /// Identifies requests that correspond to each other.
        struct Key: Hashable, Sendable {
            let profile: String
            let collection: String
            /// The ID of the document, or the digest of the blob.
            let item: String

            init(_ profile: String, _ properties: [String: String]) {
                self.profile = profile
                collection = properties["collection"] ?? ""
                item =
                    switch profile {
                    case "rev": properties["id"] ?? ""
                    case "getAttachment":
                        (properties["digest"] ?? "") + " " + (properties["docID"] ?? "")
                    default: ""
                    }
            }

            init(_ collection: String, proposal id: String) {
                profile = "proposeChanges"
                self.collection = collection
                item = id
            }
        }

        private var messages: [Key: [RecordedMessage]] = [:]
        private var proposals: [Key: [RecordedProposal]] = [:]

        init(_ connection: RecordedConnection) {
            for request in connection.requests(fromClient: true) {
                switch request.profile {
                case "setCheckpoint", "getCheckpoint": continue
                case "proposeChanges":
                    let answer = connection.answer(to: request)
                    for proposal in RecordedProposal.all(in: request, answer: answer) {
                        proposals[
                            Key(proposal.collection, proposal: proposal.id), default: []
                        ].append(proposal)
                    }
                default:
                    messages[Key(request.profile, request.properties), default: []].append(request)
                }
            }
        }

        /// Removes and returns the first recorded request with a key.
        mutating func take(_ key: Key) -> RecordedMessage? {
            guard let first = messages[key]?.first else { return nil }
            messages[key]?.removeFirst()
            return first
        }

        /// Removes and returns the recorded proposal of a version, or else the first one of the
        /// document.
        mutating func takeProposal(
            _ collection: String, _ id: String, _ version: String, isExact: Bool
        ) -> RecordedProposal? {
            let key = Key(collection, proposal: id)
            let exact = proposals[key]?.firstIndex { $0.version == version }
            guard let index = exact ?? (isExact ? nil : proposals[key]?.indices.first) else {
                return nil
            }
            return proposals[key]?.remove(at: index)
        }

        /// Returns whether requests before a line, on which the changes of the server can depend, have
        /// not been sent.
        func hasCauses(before line: Int) -> Bool {
            proposals.values.contains { $0.contains { $0.line < line } }
                || messages.contains { key, requests in
                    (key.profile == "rev" || key.profile == "subChanges")
                        && requests.contains { $0.i < line }
                }
        }

        /// Returns whether proposals before a line have not been sent.
        func hasProposals(before line: Int) -> Bool {
            proposals.values.contains { $0.contains { $0.line < line } }
        }

        /// Returns whether a revision with a blob, before a line, is missing.
        func hasRevision(with digest: String, before line: Int) -> Bool {
            messages.contains { key, requests in
                key.profile == "rev"
                    && requests.contains { $0.i < line && $0.body.text.contains(digest) }
            }
        }

        /// The lines and descriptions of the requests that were not sent.
        var all: [(line: Int, text: String)] {
            let requests = messages.values.joined().map {
                ($0.i, "\($0.profile) \(Key($0.profile, $0.properties).item)")
            }
            let changes = proposals.values.joined().map {
                ($0.line, "proposeChanges \($0.id) \($0.version)")
            }
            return (requests + changes).sorted { $0.0 < $1.0 }
        }
    }
#endif
