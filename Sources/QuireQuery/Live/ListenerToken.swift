/// A token that identifies a change listener.
///
/// Releasing the token does not remove the listener, which remains active until the database object
/// is closed. Call ``remove()`` to remove it earlier.
///
/// ```swift
/// let token = collection.addChangeListener { change in
///     print(change.documentIDs.count, "documents changed")
/// }
/// try collection.save(document: MutableDocument(id: "hotel-1"))
/// token.remove()
/// ```
public final class ListenerToken: Sendable {
    private let onRemove: @Sendable () -> Void

    package init(onRemove: @escaping @Sendable () -> Void) {
        self.onRemove = onRemove
    }

    /// Removes the listener.
    ///
    /// No further calls of it begin.
    ///
    /// A call that has already begun on another thread may still be running. Removing a listener
    /// again has no effect.
    public func remove() {
        onRemove()
    }

    /// Removes the listener, like ``remove()``.
    public func cancel() {
        onRemove()
    }
}
