extension DocumentDatabase {
    /// Registers middleware for a model, which all repositories of the model then call.
    ///
    /// The middleware applies to each operation that begins after the registration, through every
    /// repository of the model in this database object: repositories in all collections, on all
    /// threads, and repositories that were created before. A repository of a ``DocumentFamily``
    /// calls the middleware of the type that it stores.
    ///
    /// ```swift
    /// try database.use(TimestampMiddleware(updated: \.updatedAt), for: Hotel.self)
    /// let hotels = try database.repository(of: Hotel.self)
    /// let hotel = try hotels.save(Hotel(name: "Fjord View"))
    /// print(hotel.updatedAt != nil)  // true
    /// ```
    ///
    /// Registered middleware is called after the middleware of ``Repository/using(_:)``, in the
    /// order of registration. It receives the operation that is performed, so no repository can
    /// change a model after its registered validation. Middleware that is registered twice is
    /// called twice.
    ///
    /// A registration belongs to this database object, like its configuration. Register middleware
    /// where you open the database. Other `Database` objects for the same file, in this process or
    /// in another, do not call it. The registrations end when the database is closed. If middleware
    /// contains a repository of the same database, the database is released only after it is closed.
    ///
    /// Middleware is not called for documents that are saved without a repository, such as
    /// `collection.save(document:)`, and not for replicated changes, migrations, expiration or the
    /// changes of an ``UndoHistory``. Queries in SQL++ do not apply its conditions. Middleware must
    /// not write the same model through a repository, because that calls it again.
    ///
    /// - Parameters:
    ///   - middleware: The middleware, in the order of the calls.
    ///   - type: The model type.
    /// - Returns: The registration, with which the middleware can be removed.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed,
    ///   `unsupportedOperation` if the engine does not support registered middleware.
    @discardableResult
    public func use<Model: DocumentModel>(
        _ middleware: any RepositoryMiddleware<Model>..., for type: Model.Type
    ) throws -> MiddlewareRegistration {
        _ = try defaultStore()
        guard let registeredMiddleware else {
            throw EngineCapability.registeredMiddleware.missing(in: engineName, "database \(name)")
        }
        let list = registeredMiddleware.list(of: Model.self)
        let group = MiddlewareGroup(middleware)
        list.replace { MiddlewareGroups(adding: group, to: $0) }
        return MiddlewareRegistration {
            list.replace { MiddlewareGroups<Model>(removing: group, from: $0) }
        }
    }
}

/// The registration of middleware with a database.
///
/// Releasing the registration does not end it.
///
/// ```swift
/// let registration = try database.use(rules, for: Hotel.self)
/// registration.remove()
/// ```
public struct MiddlewareRegistration: Sendable {
    private let onRemove: @Sendable () -> Void

    init(_ onRemove: @escaping @Sendable () -> Void) {
        self.onRemove = onRemove
    }

    /// Removes the middleware.
    ///
    /// Operations that have begun still call it. Removing it again has no effect.
    public func remove() { onRemove() }
}

/// The middleware of one registration.
private final class MiddlewareGroup<Model: DocumentModel>: Sendable {
    let middleware: [any RepositoryMiddleware<Model>]

    init(_ middleware: [any RepositoryMiddleware<Model>]) {
        self.middleware = middleware
    }
}

/// The middleware of all registrations for a model type: the content of a ``MiddlewareList``.
private final class MiddlewareGroups<Model: DocumentModel>: Sendable {
    let groups: [MiddlewareGroup<Model>]
    let middleware: [any RepositoryMiddleware<Model>]

    private init(_ groups: [MiddlewareGroup<Model>]) {
        self.groups = groups
        middleware = groups.flatMap(\.middleware)
    }

    convenience init(
        adding group: MiddlewareGroup<Model>, to content: (any AnyObject & Sendable)?
    ) {
        self.init(((content as? MiddlewareGroups)?.groups ?? []) + [group])
    }

    /// Fails if no middleware remains.
    convenience init?(
        removing group: MiddlewareGroup<Model>, from content: (any AnyObject & Sendable)?
    ) {
        let rest = ((content as? MiddlewareGroups)?.groups ?? []).filter { $0 !== group }
        guard !rest.isEmpty else { return nil }
        self.init(rest)
    }
}

extension MiddlewareList {
    /// Returns the registered middleware.
    ///
    /// - Parameter type: The model type of the list.
    /// - Returns: The middleware, in the order of the calls.
    func middleware<Model: DocumentModel>(
        of type: Model.Type
    ) -> [any RepositoryMiddleware<Model>] {
        (content as? MiddlewareGroups<Model>)?.middleware ?? []
    }
}
