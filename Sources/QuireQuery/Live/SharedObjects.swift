import QuirePlatform

/// A table of objects that their users share.
///
/// The table does not retain the objects.
package final class SharedObjects<Key: Hashable & Sendable, Object: AnyObject & Sendable>: Sendable
{
    private struct Entry {
        weak var object: Object?
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        /// The number of entries at which those of released objects are removed.
        var sweepSize = 64
    }

    private let state = Mutex(State())

    package init() {}

    /// Returns the object of a key.
    ///
    /// Both closures are called while a lock is held.
    ///
    /// - Parameters:
    ///   - key: The key. All users of equal keys share one object.
    ///   - isUsable: Returns whether an existing object can be used. Otherwise, it is replaced.
    ///   - create: Creates the object if no existing object can be used.
    /// - Returns: The object.
    package func object(
        for key: Key, where isUsable: (Object) -> Bool, create: () -> Object
    ) -> Object {
        state.withLock { state in
            if let object = state.entries[key]?.object, isUsable(object) { return object }
            if state.entries.count >= state.sweepSize {
                state.entries = state.entries.filter { $0.value.object != nil }
                state.sweepSize = max(64, 2 * state.entries.count)
            }
            let object = create()
            state.entries[key] = Entry(object: object)
            return object
        }
    }
}
