#if Replication
    @testable import QuireReplication

    extension RecordedServer {
        /// Answers a request for a checkpoint from the stored ones, not from the recording.
        func answerCheckpoint(_ request: BLIPRequest) {
            let id = request.message["client"] ?? ""
            var message = BLIPMessage()
            if request.message.profile == "getCheckpoint" {
                guard let (revision, body) = checkpoints.checkpoint(id) else {
                    return request.fail(.http(404, "missing"))
                }
                message["rev"] = revision
                message.body = Array(body.text.utf8)
                return request.respond(message)
            }
            let body = JSONValue(String(decoding: request.message.body, as: UTF8.self)) ?? .null
            guard
                let revision = checkpoints.set(body, id, revision: request.message["rev"] ?? "")
            else { return request.fail(.http(409, "Document update conflict")) }
            message["rev"] = revision
            request.respond(message)
        }

        /// Returns whether a continuous session has saved the checkpoint that the recorded client had
        /// saved before a line.
        ///
        /// Revisions without a reply are stored then.
        func hasCheckpoint(before line: Int) -> Bool {
            let requests = script.requests(fromClient: true).filter { $0.i < line }
            guard requests.contains(where: { $0.properties["continuous"] == "true" }),
                let last = requests.last(where: { $0.profile == "setCheckpoint" }),
                let ids = checkpointIDs.first(where: {
                    $0.recorded == last.properties["client"]
                })
            else { return true }
            return checkpoints.checkpoint(ids.played)?.body["remote"] == last.body.json?["remote"]
        }

        /// Compares the last checkpoints, and notes them for later connections.
        func finishCheckpoints() {
            for ids in checkpointIDs {
                let recorded = script.requests(fromClient: true).filter {
                    $0.profile == "setCheckpoint" && $0.properties["client"] == ids.recorded
                }
                if let last = recorded.last {
                    let played = checkpoints.checkpoint(ids.played)?.body
                    comparison.compare(
                        played?["remote"], last.body.json?["remote"], last.i,
                        "the remote sequence of the checkpoint")
                }
                if let last = recorded.last?.body.json { checkpoints.note(last, ids) }
            }
        }
    }
#endif
