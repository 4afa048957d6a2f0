#if Replication
    public import Dispatch
    public import Foundation
    public import Quire
    public import QuireReplication

    /// A replicator synchronizes collections with another database.
    ///
    /// ```swift
    /// let replicator = Replicator(config: configuration)
    /// let statusToken = replicator.addChangeListener { change in
    ///     if let error = change.status.error as NSError? { print(error.domain, error.code) }
    /// }
    /// replicator.start()
    /// ```
    ///
    /// A replicator that runs exists until it has stopped, also if the program has released it. Errors are
    /// `NSError` objects of the domains ``CBLError/domain`` and `NSPOSIXErrorDomain`.
    public final class Replicator: Sendable {
        /// What a replicator does.
        ///
        /// ```swift
        /// let activity: Replicator.ActivityLevel = replicator.status.activity
        /// ```
        public typealias ActivityLevel = QuireReplication.Replicator.ActivityLevel

        /// The number of changes that are replicated, and of those that are known.
        ///
        /// ```swift
        /// let progress: Replicator.Progress = replicator.status.progress
        /// ```
        public typealias Progress = QuireReplication.Replicator.Progress

        /// The state of a replicator.
        ///
        /// ```swift
        /// let status: Replicator.Status = replicator.status
        /// ```
        public typealias Status = QuireReplication.Replicator.Status

        /// The replicator for calls of Quire.
        public let quire: QuireReplication.Replicator

        /// The configuration.
        ///
        /// Changes of the original value have no effect on the replicator.
        public let config: ReplicatorConfiguration

        /// Creates a replicator, which ``start(reset:)`` starts.
        ///
        /// - Parameter config: The configuration.
        public convenience init(config: ReplicatorConfiguration) {
            self.init(QuireReplication.Replicator(config: config.quire), config)
        }

        private init(_ quire: QuireReplication.Replicator, _ config: ReplicatorConfiguration) {
            self.quire = quire
            self.config = config
        }

        /// The current status.
        public var status: Status { quire.status.withConvertedError }

        /// The text that identifies the last connection in the log of the server, or `nil` if the server has
        /// sent none.
        public var correlationID: String? { quire.correlationID }

        /// The certificate that the server has shown in the last connection, as DER, or `nil` if there was no
        /// connection or it was not encrypted.
        ///
        /// Couchbase Lite has a type of Apple's here, which other platforms lack.
        public var serverCertificate: Data? { quire.serverCertificate }

        /// Starts the replicator, unless it is running.
        ///
        /// If the configuration is invalid, the replicator stops immediately, and its status contains an error
        /// with code ``CBLError/invalidParameter``.
        ///
        /// - Parameter reset: Whether all documents are compared again, and not only those that changed
        ///   since the last replication.
        public func start(reset: Bool = false) { quire.start(reset: reset) }

        /// Stops the replicator.
        ///
        /// The method returns immediately. The status changes to stopped when the connection is closed.
        public func stop() { quire.stop() }

        // MARK: Listeners

        /// Adds a listener for changes of the status.
        ///
        /// - Parameters:
        ///   - queue: The queue on which the listener is called, or `nil` for the main queue.
        ///   - listener: A closure that receives each change.
        /// - Returns: A token that removes the listener. Releasing it does not remove the listener.
        @discardableResult
        public func addChangeListener(
            withQueue queue: DispatchQueue? = nil, _ listener: @escaping (ReplicatorChange) -> Void
        ) -> ListenerToken {
            let listener = Listener(call: listener)
            return quire.addChangeListener(withQueue: queue) { [weak self, config] change in
                listener.call(
                    ReplicatorChange(
                        replicator: self ?? Replicator(change.replicator, config),
                        status: change.status.withConvertedError))
            }
        }

        /// Adds a listener for replicated documents, and for those that could not be replicated.
        ///
        /// - Parameters:
        ///   - queue: The queue on which the listener is called, or `nil` for the main queue.
        ///   - listener: A closure that receives the documents.
        /// - Returns: A token that removes the listener. Releasing it does not remove the listener.
        @discardableResult
        public func addDocumentReplicationListener(
            withQueue queue: DispatchQueue? = nil,
            _ listener: @escaping (DocumentReplication) -> Void
        ) -> ListenerToken {
            let listener = Listener(call: listener)
            return quire.addDocumentReplicationListener(withQueue: queue) {
                [weak self, config] replication in
                listener.call(
                    DocumentReplication(
                        replicator: self ?? Replicator(replication.replicator, config),
                        isPush: replication.isPush,
                        documents: replication.documents.map {
                            ReplicatedDocument($0, error: $0.error.map(NSError.replication))
                        }))
            }
        }

        // MARK: Pending documents

        /// Returns the IDs of the documents whose changes are to be sent.
        ///
        /// - Parameter collection: A collection of the configuration.
        /// - Returns: The IDs.
        /// - Throws: An `NSError` with code ``CBLError/invalidParameter`` if the configuration does not
        ///   contain the collection, ``CBLError/unsupported`` if the replicator only receives, or
        ///   ``CBLError/notOpen`` if the database is closed.
        public func pendingDocumentIds(collection: Collection) throws -> Set<String> {
            try convertingErrors { try quire.pendingDocumentIds(collection: collection.quire) }
        }

        /// Returns whether the changes of a document are to be sent.
        ///
        /// - Parameters:
        ///   - id: The ID of the document.
        ///   - collection: A collection of the configuration.
        /// - Returns: `true` if the other database does not have the current revision of the document.
        /// - Throws: An `NSError` with code ``CBLError/invalidParameter`` if the configuration does not
        ///   contain the collection, ``CBLError/unsupported`` if the replicator only receives, or
        ///   ``CBLError/notOpen`` if the database is closed.
        public func isDocumentPending(_ id: String, collection: Collection) throws -> Bool {
            try convertingErrors {
                try quire.isDocumentPending(id, collection: collection.quire)
            }
        }
    }

    /// A change of a replicator's status.
    ///
    /// ```swift
    /// let statusListener: (ReplicatorChange) -> Void = { change in
    ///     print(change.status.progress.completed)
    /// }
    /// ```
    public struct ReplicatorChange: Sendable {
        /// The replicator.
        public let replicator: Replicator
        /// The new status.
        public let status: Replicator.Status
    }

    /// Documents that were replicated, or could not be.
    ///
    /// ```swift
    /// let documentListener: (DocumentReplication) -> Void = { replication in
    ///     for document in replication.documents { print(replication.isPush, document.id) }
    /// }
    /// ```
    public struct DocumentReplication: Sendable {
        /// The replicator.
        public let replicator: Replicator
        /// Whether the documents were sent, not received.
        public let isPush: Bool
        /// The documents.
        public let documents: [ReplicatedDocument]
    }

    extension Replicator.Status {
        /// The status with an `NSError` object.
        fileprivate var withConvertedError: Replicator.Status {
            Replicator.Status(
                activity: activity, progress: progress, error: error.map(NSError.replication))
        }
    }

    extension NSError {
        /// Returns the error of Couchbase Lite for an error of a replication.
        ///
        /// For a server that cannot be reached, it is the error of the operating system.
        fileprivate static func replication(_ error: any Error) -> NSError {
            guard let error = error as? QuireError,
                let system = error.underlyingError as? POSIXError
            else { return converted(error) }
            return NSError(
                domain: NSPOSIXErrorDomain, code: Int(system.code.rawValue),
                userInfo: [NSLocalizedDescriptionKey: error.message])
        }
    }
#endif
