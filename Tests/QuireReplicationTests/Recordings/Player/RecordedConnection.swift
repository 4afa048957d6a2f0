#if Replication
    import Foundation

    /// A connection of a recording.
    struct RecordedConnection: Sendable {
        let number: Int
        /// The messages in the order of completion.
        let messages: [RecordedMessage]
        /// The lines of the connection.
        let lines: [RecordingLine]

        init(_ number: Int, in recording: Recording) {
            self.number = number
            lines = recording.lines.filter { $0.c == number }
            messages = Reconstruction.complete(lines.compactMap { RecordedMessage($0) })
        }

        /// Whether the server accepted the connection.
        var isAccepted: Bool { lines.contains { $0.http == "response" && $0.status == 101 } }

        /// The status code with which a side closed the connection first, or `nil` if it was lost.
        var closing: (code: UInt16, isByClient: Bool)? {
            lines.first { $0.ws == "close" }.map { ($0.code ?? 1005, $0.isFromClient) }
        }

        /// The requests of one side.
        func requests(fromClient: Bool) -> [RecordedMessage] {
            messages.filter { $0.kind == .request && $0.isFromClient == fromClient }
        }

        /// The answer to a request, or `nil` if it was not answered.
        func answer(to request: RecordedMessage) -> RecordedMessage? {
            messages.first {
                $0.kind != .request && $0.number == request.number
                    && $0.isFromClient != request.isFromClient
            }
        }

        /// The ID of the client's database in versions.
        var clientSource: String? {
            let open = requests(fromClient: true).first { $0.profile == "getCollections" }
            guard let text = open?.properties["uuid"] else { return nil }
            let digits = text.filter { $0 != "-" }
            return Data([UInt8](hex: digits)).base64EncodedString()
                .trimmingCharacters(in: CharacterSet(charactersIn: "="))
        }
    }

    /// A document that the client proposed to send.
    struct RecordedProposal: Sendable {
        let line: Int
        let collection: String
        let id: String
        let version: String
        let parent: String
        /// The item of the answer, or `nil` if the request failed or was not answered.
        let answer: JSONValue

        /// Returns the proposals of a request.
        static func all(
            in request: RecordedMessage, answer: RecordedMessage?
        ) -> [RecordedProposal] {
            let answers = answer?.body.json?.array ?? []
            return (request.body.json?.array ?? []).enumerated().compactMap { position, item in
                guard let item = item.array, item.count >= 2, let id = item[0].string,
                    let version = item[1].string
                else { return nil }
                return RecordedProposal(
                    line: request.i, collection: request.properties["collection"] ?? "", id: id,
                    version: VersionText.current(of: version),
                    parent: item.count > 2 ? item[2].string ?? "" : "",
                    answer: position < answers.count ? answers[position] : .integer(0))
            }
        }
    }
#endif
