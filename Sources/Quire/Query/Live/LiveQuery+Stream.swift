extension LiveQuery {
    /// Returns the answers as they come; one that has not been fetched is replaced by the next.
    ///
    /// - Parameter element: Makes an element of an answer, or `nil` to leave it out.
    /// - Returns: A sequence that ends with the database. Letting it go ends the listening.
    func stream<Element>(
        _ element: @escaping @Sendable (Outcome) -> sending Element?
    ) -> AsyncStream<Element> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let number = add(
                Listener(
                    deliver: { outcome in
                        if let element = element(outcome) { continuation.yield(element) }
                    },
                    end: { continuation.finish() }))
            continuation.onTermination = { _ in self.remove(number) }
        }
    }
}
