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

    extension ListenerLog {
        private static let maximumLength = 100

        /// Returns the text of a client in quotes, without control characters and not too long.
        static func shown(_ text: String) -> String {
            let scalars = text.unicodeScalars
            let beginning = scalars.prefix(maximumLength).map { $0.escaped(asASCII: !$0.isShown) }
            return "\"\(beginning.joined())\"" + (scalars.count > maximumLength ? "…" : "")
        }
    }

    extension Unicode.Scalar {
        /// Whether a terminal displays the character in the place that it has in the text.
        fileprivate var isShown: Bool {
            switch properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
                .paragraphSeparator:
                false
            default: true
            }
        }
    }

    /// Logs which clients a listener has refused, and why.
    ///
    /// A client can connect as often as it likes, so only some warnings are logged in a minute.
    final class RefusalLog: Sendable {
        private struct State {
            /// When the present minute has begun, or `nil` before the first refusal.
            var start: ContinuousClock.Instant?
            /// The number of refusals since then.
            var count = 0
        }

        static let maximumCount = 20
        private static let interval = Duration.seconds(60)

        private let state = Mutex(State())

        /// Logs a refusal.
        ///
        /// - Parameters:
        ///   - reason: Why the client was refused.
        ///   - address: The address of the client.
        ///   - port: The port of the listener.
        ///   - now: The present time.
        func add(
            _ reason: String, of address: String, port: UInt16,
            at now: ContinuousClock.Instant = .now
        ) {
            let (omitted, number) = state.withLock { state in
                var omitted = 0
                if state.start.map({ now - $0 >= Self.interval }) ?? true {
                    omitted = max(0, state.count - Self.maximumCount)
                    state = State(start: now)
                }
                state.count += 1
                return (omitted, state.count)
            }
            let listener = "The listener on port \(port)"
            if omitted > 0 {
                QuireLog.warning(
                    "\(listener) has refused \(omitted) further clients.", about: .listener)
            }
            guard number <= Self.maximumCount else { return }
            QuireLog.warning(
                "\(listener) has refused a client (\(address)): \(reason)", about: .listener)
            if number == Self.maximumCount {
                QuireLog.warning(
                    "\(listener) logs no further refused clients for up to a minute.",
                    about: .listener)
            }
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
