#if Replication
    import Fleece

    /// A sequence of the other database: any JSON value, which is returned as it was received.
    ///
    /// Couchbase Lite's sequences are integers. Those of Sync Gateway are integers or strings of up to
    /// three parts, `Sequence`, `TriggeredBy:Sequence` or `Low:TriggeredBy:Sequence`.
    struct RemoteSequence: Hashable, Sendable {
        /// The JSON text.
        let json: String

        /// Creates a sequence from its JSON text.
        init(json: String) {
            self.json = json
        }

        /// Creates a sequence from a value of a message's body.
        ///
        /// - Parameter value: The value, which is `nil` if it is missing.
        init?(_ value: FleeceValue?) {
            guard let value, !value.isNull, let json = try? value.json() else { return nil }
            self.json = json
        }

        /// The number that determines the order, or `nil` if the sequence has another form.
        var order: UInt64? {
            if let number = UInt64(json) { return number }
            guard json.hasPrefix("\""), json.hasSuffix("\""), json.count > 2 else { return nil }
            let parts = json.dropFirst().dropLast().split(
                separator: ":", omittingEmptySubsequences: false)
            guard parts.count <= 3, let first = parts.first else { return nil }
            return UInt64(first)
        }

        /// Returns the earlier of two sequences, or `nil` if their order is unknown.
        static func earlier(_ first: RemoteSequence?, _ second: RemoteSequence?) -> RemoteSequence?
        {
            guard let first, let second else { return nil }
            if first == second { return first }
            guard let order = first.order, let other = second.order else { return nil }
            return order <= other ? first : second
        }
    }
#endif
