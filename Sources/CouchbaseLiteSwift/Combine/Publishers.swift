#if canImport(Combine)
    public import Combine
    public import Dispatch
    import Quire

    extension Collection {
        /// Returns a publisher of the changes of the collection.
        ///
        /// - Parameter queue: The queue on which changes are delivered.
        /// - Returns: The publisher.
        public func changePublisher(
            on queue: DispatchQueue = .main
        ) -> AnyPublisher<CollectionChange, Never> {
            publisher { send in
                self.addChangeListener(queue: queue, listener: send)
            }
        }

        /// Returns a publisher of the changes of a document.
        ///
        /// - Parameters:
        ///   - id: The ID of the document.
        ///   - queue: The queue on which changes are delivered.
        /// - Returns: The publisher.
        public func documentChangePublisher(
            for id: String, on queue: DispatchQueue = .main
        ) -> AnyPublisher<DocumentChange, Never> {
            publisher { send in
                self.addDocumentChangeListener(id: id, queue: queue, listener: send)
            }
        }
    }

    extension Query {
        /// Returns a publisher of the changes of the results.
        ///
        /// - Parameter queue: The queue on which changes are delivered.
        /// - Returns: The publisher.
        public func changePublisher(
            on queue: DispatchQueue = .main
        ) -> AnyPublisher<QueryChange, Never> {
            publisher { send in self.addChangeListener(withQueue: queue, send) }
        }
    }

    #if Replication
        extension Replicator {
            /// Returns a publisher of the changes of the status.
            ///
            /// - Parameter queue: The queue on which changes are delivered.
            /// - Returns: The publisher.
            public func changePublisher(
                on queue: DispatchQueue = .main
            ) -> AnyPublisher<ReplicatorChange, Never> {
                publisher { send in self.addChangeListener(withQueue: queue, send) }
            }

            /// Returns a publisher of the documents that are replicated, and of those that could not be.
            ///
            /// - Parameter queue: The queue on which documents are delivered.
            /// - Returns: The publisher.
            public func documentReplicationPublisher(
                on queue: DispatchQueue = .main
            ) -> AnyPublisher<DocumentReplication, Never> {
                publisher { send in self.addDocumentReplicationListener(withQueue: queue, send) }
            }
        }
    #endif

    /// Returns a publisher with one listener for each subscription.
    private func publisher<Change>(
        _ listen: @escaping (@escaping (Change) -> Void) -> ListenerToken
    ) -> AnyPublisher<Change, Never> {
        Deferred {
            let subject = PassthroughSubject<Change, Never>()
            let token = listen(subject.send)
            return subject.handleEvents(receiveCancel: token.remove)
        }.eraseToAnyPublisher()
    }
#endif
