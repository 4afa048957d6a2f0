import QuirePlatform

/// A thread-safe mutable value.
final class SendableBox<Value: Sendable>: Sendable {
    private let content: Mutex<Value>

    init(_ value: Value) {
        content = Mutex(value)
    }

    var value: Value {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}
