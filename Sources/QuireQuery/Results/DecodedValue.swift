import QuirePlatform

/// A value that was decoded from a document.
package final class DecodedValue: Sendable {
    private let value = Mutex<(any Sendable)?>(nil)

    /// Returns the value if it has the given type.
    package func get<Value: Sendable>(as type: Value.Type) -> Value? {
        value.withLock { $0 } as? Value
    }

    package func set(_ newValue: any Sendable) {
        let former = value.withLock { value in
            defer { value = newValue }
            return value
        }
        // The former value is released without the lock, because that can run other code.
        withExtendedLifetime(former) {}
    }
}
