#if Replication
    import QuirePlatform
    import Quire
    import QuireNetwork

    /// Logs what the operator of a listener has to repair, and what the clients do not learn.
    final class ListenerLog: Sendable {
        private let warnings = LimitedWarnings(
            "Further documents of this connection are not logged.")

        /// Logs warnings, and the documents that could not be sent or received.
        func add(_ event: SessionEvent) {
            switch event {
            case .warning(let message): QuireLog.warning(message, about: .listener)
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
            let action = document.isPush ? "sent to" : "received from"
            warnings.add(
                "Document \(document.id.debugDescription) in \(document.collection.fullName) could not "
                    + "be \(action) a client: \(error.message)")
        }
    }

    /// Logs which clients a listener has refused, and why.
    final class RefusalLog: Sendable {
        private let warnings = LimitedWarnings(
            "Further refused clients of this listener are not logged.")

        func add(_ error: any Error, of transport: any ByteTransport, port: UInt16) {
            let address = (transport as? SocketTransport)?.peerAddress?.host ?? "unknown address"
            warnings.add(
                "The listener on port \(port) has refused a client (\(address)): \(error)")
        }
    }

    /// Warnings that clients cause, of which only the first ones are logged.
    private final class LimitedWarnings: Sendable {
        private static let maximumCount = 100

        private let count = Mutex(0)
        private let lastMessage: String

        /// Creates a series of warnings.
        ///
        /// - Parameter lastMessage: The warning after the last one that is logged.
        init(_ lastMessage: String) { self.lastMessage = lastMessage }

        func add(_ message: @autoclosure () -> String) {
            let number = count.withLock { count in
                count = min(count + 1, Self.maximumCount + 1)
                return count
            }
            guard number <= Self.maximumCount else { return }
            QuireLog.warning(message(), about: .listener)
            if number == Self.maximumCount {
                QuireLog.warning(lastMessage, about: .listener)
            }
        }
    }
#endif
