#if Replication
    import QuirePlatform
    import Quire
    import QuireNetwork

    /// Logs what the operator of a listener has to repair, and what the clients do not learn.
    final class ListenerLog: Sendable {
        /// The number of documents of a connection that are logged.
        private static let maximumCount = 100

        private let count = Mutex(0)

        /// Logs warnings, and the documents that could not be sent or received.
        func add(_ event: SessionEvent) {
            switch event {
            case .warning(let message): QuireLog.warning(message)
            case .documents(let documents):
                for document in documents {
                    if let error = document.error { add(document, error) }
                }
            default: break
            }
        }

        private func add(_ document: DocumentEvent, _ error: BLIPError) {
            // A lost connection is no defect of a document, and the client resolves conflicts.
            guard !error.isOfConnection, !error.isConflict else { return }
            let number = count.withLock { count in
                count = min(count + 1, Self.maximumCount + 1)
                return count
            }
            guard number <= Self.maximumCount else { return }
            let action = document.isPush ? "sent to" : "received from"
            QuireLog.warning(
                "Document \(document.id.debugDescription) in \(document.collection.fullName) could not "
                    + "be \(action) a client: \(error.message)")
            if number == Self.maximumCount {
                QuireLog.warning("Further documents of this connection are not logged.")
            }
        }
    }

    /// Logs which clients a listener has refused, and why.
    final class RefusalLog: Sendable {
        /// The number of clients that are logged.
        private static let maximumCount = 100

        private let count = Mutex(0)

        func add(_ error: any Error, of transport: any ByteTransport, port: UInt16) {
            let number = count.withLock { count in
                count = min(count + 1, Self.maximumCount + 1)
                return count
            }
            guard number <= Self.maximumCount else { return }
            let address = (transport as? SocketTransport)?.peerAddress?.host ?? "unknown address"
            QuireLog.warning(
                "The listener on port \(port) has refused a client (\(address)): \(error)")
            if number == Self.maximumCount {
                QuireLog.warning("Further refused clients of this listener are not logged.")
            }
        }
    }
#endif
