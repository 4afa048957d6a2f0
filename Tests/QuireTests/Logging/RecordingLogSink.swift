import Synchronization

@testable import Quire

/// A sink that keeps what it is told.
final class RecordingLogSink: LogSinkProtocol {
    struct Message: Equatable {
        let level: LogLevel
        let domain: LogDomain
        let text: String
    }

    private let kept = Mutex<[Message]>([])

    var messages: [Message] { kept.withLock { $0 } }

    func writeLog(level: LogLevel, domain: LogDomain, message: String) {
        kept.withLock { $0.append(Message(level: level, domain: domain, text: message)) }
    }
}

/// The texts that the log of this task gets while a closure runs.
func warnings(_ body: () throws -> Void) rethrows -> [String] {
    let sink = RecordingLogSink()
    let sinks = LogSinks.Sinks(
        console: nil, custom: CustomLogSink(level: .warning, logSink: sink))
    try LogSinks.$ofTask.withValue(sinks, operation: body)
    return sink.messages.map(\.text)
}
