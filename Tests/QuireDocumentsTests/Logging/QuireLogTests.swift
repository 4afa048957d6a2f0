import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import QuirePlatform
import Testing

@testable import QuireDocuments

/// The messages that a handler has received.
private final class Recorder: Sendable {
    private let recorded = Mutex<[LogMessage]>([])

    var messages: [LogMessage] { recorded.withLock { $0 } }

    func record(_ message: LogMessage) { recorded.withLock { $0.append(message) } }

    /// Runs a closure whose messages of a level and above are recorded.
    func record(
        _ level: LogMessage.Level, _ body: () throws -> Void
    ) rethrows -> [LogMessage] {
        let destination = QuireLog.Destination(minimumLevel: level) { self.record($0) }
        try QuireLog.$taskDestination.withValue(destination, operation: body)
        return messages
    }
}

@Suite struct QuireLogTests {
    @Test(arguments: LogMessage.Level.allCases)
    func `a handler receives messages of its level and above`(level: LogMessage.Level) {
        let messages = Recorder().record(level) {
            QuireLog.debug("a")
            QuireLog.info("b")
            QuireLog.warning("c")
        }
        let all: [LogMessage] = [
            LogMessage(level: .debug, text: "a"), LogMessage(level: .info, text: "b"),
            LogMessage(level: .warning, text: "c"),
        ]
        #expect(messages == all.filter { $0.level >= level })
    }

    @Test func `a message that the handler does not receive is not created`() {
        var count = 0
        func text() -> String {
            count += 1
            return "text"
        }
        _ = Recorder().record(.warning) { QuireLog.info(text()) }
        #expect(count == 0)
    }

    // The handler belongs to the process, so the test runs in a process without other tests.
    @Test func `the handler of the process can replace itself`() async {
        await #expect(processExitsWith: .success) {
            let recorder = Recorder()
            QuireLog.setHandler(minimumLevel: .info) { message in
                recorder.record(message)
                QuireLog.setHandler(nil)
                QuireLog.warning("again")
            }
            QuireLog.info("text")
            QuireLog.info("text")
            #expect(recorder.messages == [LogMessage(level: .info, text: "text")])
        }
    }

    static let controls = [
        ("plain ä 🏨", "plain ä 🏨"), ("a\nb\r", #"a\nb\r"#),
        ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#),
        ("\u{1B}[31m\0", #"\u{1B}[31m\0"#), ("", ""),
    ]

    @Test(arguments: controls)
    func `control characters are escaped`(text: String, escaped: String) {
        #expect(QuireLog.escapingControls(text) == escaped)
    }

    @Test func `the upgrade of an older bundle is logged`() throws {
        let store = try StoreFolder()
        try LegacyBundle(schema: 302).write(to: store)
        let messages = try Recorder().record(.info) { _ = try store.open() }
        #expect(
            messages.contains {
                $0.level == .info && $0.text.hasPrefix("Upgraded ")
                    && $0.text.hasSuffix("db.sqlite3 to schema 503.")
            })
    }
}
