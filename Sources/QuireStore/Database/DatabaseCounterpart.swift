import QuirePlatform

/// A weak reference to the object that represents a database in another module's API.
///
/// Objects that Quire returns, such as documents, refer to the database and through it to that
/// object.
package final class DatabaseCounterpart: Sendable {
    private struct Content: Sendable {
        weak var object: (any AnyObject & Sendable)?
    }

    private let content = Mutex(Content())

    /// Returns the object, or creates it.
    ///
    /// - Parameter create: A closure that creates the object if it doesn't exist.
    /// - Returns: The object.
    package func object<Object: AnyObject & Sendable>(
        orCreate create: () -> Object
    ) -> Object {
        content.withLock { content in
            if let object = content.object as? Object { return object }
            let object = create()
            content.object = object
            return object
        }
    }

    /// Sets the object.
    package func set(_ object: any AnyObject & Sendable) {
        content.withLock { $0.object = object }
    }
}
