import Quire
import Testing

/// The examples in the documentation of the log.
@Suite struct DocumentedLogging {
    /// A logger with the interface of the package swift-log.
    private struct Logger: Sendable {
        let label: String

        func debug(_ text: String) { print(label, text) }
        func info(_ text: String) { print(label, text) }
        func warning(_ text: String) { print(label, text) }
        func error(_ text: String) { print(label, text) }
    }

    /// A timer with the interface of the package swift-metrics.
    private struct Timer {
        let label: String
        let dimensions: [(String, String)]

        func recordNanoseconds(_ duration: Int64) { print(label, dimensions, duration) }
    }

    /// A counter with the interface of the package swift-metrics.
    private struct Counter {
        let label: String
        let dimensions: [(String, String)]

        func increment() { print(label, dimensions) }
    }

    // The handlers belong to the process, so the tests run in processes without other tests.
    @Test func `handlers of messages`() async {
        await #expect(processExitsWith: .success) {
            let logger = Logger(label: "Quire")
            QuireLog.setHandler(minimumLevel: .debug) { message in
                switch message.level {
                case .debug: logger.debug("\(message.text)")
                case .info: logger.info("\(message.text)")
                case .warning: logger.warning("\(message.text)")
                case .error: logger.error("\(message.text)")
                }
            }
            let handler: QuireLog.Handler = { message in print(message.text) }
            QuireLog.setHandler(minimumLevel: .info, handler)
            QuireLog.setHandler(nil)
            QuireLog.setHandler(minimumLevel: .info) { message in
                print(message.level, message.text)
            }
            QuireLog.setHandler(minimumLevel: .debug) { message in
                if message.level >= .warning { QuireLog.standardError(message) }
            }
            QuireLog.setHandler(minimumLevel: .debug) { message in
                if message.subject == .replication { QuireLog.standardError(message) }
            }
            #expect(LogMessage.Level.warning < .error)
        }
    }

    @Test func `handlers of operations`() async {
        await #expect(processExitsWith: .success) {
            QuireMetrics.setHandler { operation in
                let dimensions = [
                    ("database", operation.databaseName), ("kind", operation.kind.rawValue),
                ]
                Timer(label: "quire_operation_duration", dimensions: dimensions)
                    .recordNanoseconds(Int64(operation.duration / .nanoseconds(1)))
                if operation.error != nil {
                    Counter(label: "quire_operation_errors", dimensions: dimensions).increment()
                }
            }
            let handler: QuireMetrics.Handler = { operation in print(operation.kind) }
            QuireMetrics.setHandler(handler)
            QuireMetrics.setHandler(nil)
            QuireMetrics.setHandler { operation in
                if operation.duration > .milliseconds(100) {
                    print(operation.kind, operation.duration, operation.statement ?? "")
                }
            }
            let label = "quire.\(DatabaseOperation.Kind.liveQuery.rawValue)"  // quire.live_query
            #expect(label == "quire.live_query")
        }
    }
}
