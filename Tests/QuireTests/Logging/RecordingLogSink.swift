import Quire
import Synchronization

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
