import QuirePlatform

/// Closures that receive events, until their tokens remove them.
package final class ObserverList<Event: Sendable>: Sendable {
    private struct State {
        var lastNumber = 0
        var observers: [Int: @Sendable (Event) -> Void] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Adds a closure.
    ///
    /// - Parameter observer: A closure that receives each event. It must not block.
    /// - Returns: A token that removes the closure.
    package func add(_ observer: @escaping @Sendable (Event) -> Void) -> ListenerToken {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.observers[state.lastNumber] = observer
            return state.lastNumber
        }
        return ListenerToken { [weak self] in
            self?.state.withLock { _ = $0.observers.removeValue(forKey: number) }
        }
    }

    /// Calls all closures.
    package func notify(_ event: Event) {
        for observer in state.withLock({ Array($0.observers.values) }) { observer(event) }
    }
}
