#if Replication
    import Quire

    // Requested revisions that the other database does not send.

    extension ActiveSession {
        /// Accepts the message that a requested revision is not going to be sent.
        func receiveMissing(_ request: BLIPRequest, _ index: Int) async {
            let message = request.message
            request.respond(BLIPMessage())
            guard expects(message, index) else { return _ = isCanceled(message, index) }
            // A message without a status does not say that the revision was replaced.
            let code = message["error"].flatMap { Int($0) } ?? 500
            let received = ReceivedRevision(
                collection: index, id: message["id"] ?? "", version: message["rev"] ?? "",
                sequence: message["sequence"], isDeleted: false,
                // The revision was replaced, and the newer one has its own sequence.
                outcome: [404, 410].contains(code)
                    ? .replaced
                    : .failed(.http(code, message["reason"] ?? "the revision is missing"))
            )
            await finish([received])
        }

        /// Fails the revisions that the other database has promised and does not send.
        ///
        /// Lists of changes wait for them, so the pull would stand still.
        func watchExpected(_ index: Int) async {
            while !Task.isCancelled {
                let limit = options.maximumRevisionDelay
                try? await Task.sleep(for: limit / 4)
                guard !pulls[index].expected.isEmpty,
                    connection.lastActivity.advanced(by: limit) < .now
                else { continue }
                for (expected, tickets) in pulls[index].expected {
                    pulls[index].arrived[expected, default: []] += tickets
                    let missing = ReceivedRevision(
                        collection: index, id: expected.id, version: "",
                        sequence: expected.sequence, isDeleted: false,
                        outcome: .failed(.http(404, "the other database did not send the revision"))
                    )
                    pulls[index].expected[expected] = nil
                    await finish(tickets.map { _ in missing })
                }
            }
        }

        /// Ends a continuous session after a while, because only the next one requests again what could
        /// not be stored.
        func requestAgainLater(_ error: BLIPError) {
            guard options.isContinuous, !isRequestingAgain else { return }
            isRequestingAgain = true
            let failure = SessionFailure(
                domain: error.domain, code: error.code, message: error.message, isTransient: true)
            tasks.add { [options] in
                do { try await Task.sleep(for: options.retryInterval) } catch { return }
                await self.saveCheckpoints()
                await self.fail(failure)
            }
        }
    }
#endif
