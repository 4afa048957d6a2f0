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

    // The handler belongs to the process, so the test runs in a process without other tests.
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
            #expect(LogMessage.Level.warning < .error)
        }
    }
}
