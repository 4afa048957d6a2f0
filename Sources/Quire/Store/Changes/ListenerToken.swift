/// What ends a listener.
///
/// A token that is let go ends nothing: its listener goes on until the database object that it was
/// added with is closed.
public final class ListenerToken: Sendable {
    private let onRemove: @Sendable () -> Void

    package init(onRemove: @escaping @Sendable () -> Void) {
        self.onRemove = onRemove
    }

    /// Ends the listener: from now on no call of it begins.
    ///
    /// A call that has begun on another thread may still be under way. Ending it twice does nothing.
    public func remove() {
        onRemove()
    }

    /// Ends the listener, as ``remove()`` does.
    public func cancel() {
        onRemove()
    }
}
