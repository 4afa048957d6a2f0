import QuirePlatform

/// The middleware that is registered with a database, for each model type.
///
/// An engine creates one object for each database and returns it from
/// ``DocumentDatabase/registeredMiddleware``. Programs register middleware with
/// ``DocumentDatabase/use(_:for:)``.
///
/// ```swift
/// final class MemoDatabase {
///     let registeredMiddleware: RegisteredMiddleware? = RegisteredMiddleware()
///
///     func close() { registeredMiddleware?.removeAll() }
/// }
/// ```
public final class RegisteredMiddleware: Sendable {
    private let lists = Mutex<[ObjectIdentifier: MiddlewareList]>([:])

    /// Creates an object without middleware.
    public init() {}

    /// Removes all middleware.
    ///
    /// An engine calls this method when the database is closed, because middleware can contain
    /// repositories, which retain the database.
    public func removeAll() {
        for list in lists.withLock({ Array($0.values) }) { list.replace { _ in nil } }
    }

    /// Returns the middleware of a model type, which repositories keep.
    package func list(of type: Any.Type) -> MiddlewareList {
        lists.withLock { lists in
            if let list = lists[ObjectIdentifier(type)] { return list }
            let list = MiddlewareList()
            lists[ObjectIdentifier(type)] = list
            return list
        }
    }
}

/// The registered middleware of one model type.
///
/// The layer of repositories determines the type of the content.
package final class MiddlewareList: Sendable {
    private let current = Mutex<(any AnyObject & Sendable)?>(nil)
    private let containsMiddleware = Atomic<Bool>(false)

    /// Whether the list contains middleware.
    ///
    /// Each operation checks this flag, so that most of them don't retain the content.
    @inline(__always)
    package var isUsed: Bool { containsMiddleware.load(ordering: .acquiring) }

    /// The immutable content, or `nil` if the list is empty.
    package var content: (any AnyObject & Sendable)? { current.withLock { $0 } }

    /// Replaces the content.
    ///
    /// - Parameter change: A closure that returns the new content. The list is locked while the
    ///   closure runs.
    package func replace(
        _ change: ((any AnyObject & Sendable)?) -> (any AnyObject & Sendable)?
    ) {
        // The former content is released without the lock, because that can run other code.
        let former = current.withLock { content in
            let former = content
            content = change(former)
            containsMiddleware.store(content != nil, ordering: .releasing)
            return former
        }
        withExtendedLifetime(former) {}
    }
}
