#if Replication
    import Fleece

    /// An item of the answer to `proposeChanges`.
    enum ProposalAnswer: Equatable {
        case send
        case present
        /// The other database has another revision.
        ///
        /// The version is empty if the other database does not have the document, although the
        /// proposal names a revision of it.
        case conflict(version: String)
        case failed(status: Int)

        /// Reads an answer, whose missing items at the end are wishes.
        ///
        /// An item without a status is the answer about one document, so it does not concern the others.
        ///
        /// - Parameters:
        ///   - body: The body of the answer.
        ///   - count: The number of proposals.
        /// - Returns: An item for each proposal.
        /// - Throws: `BLIPError` if the body is not a list.
        static func list(_ body: [UInt8], count: Int) throws -> [ProposalAnswer] {
            let items = try WireJSON.parseList(body)
            return (0..<count).map { index in
                index < items.count ? ProposalAnswer(items[index]) : .send
            }
        }

        private init(_ item: FleeceValue) {
            let object = item.dictionary
            let status = item.isNull ? 0 : item.int64 ?? object?["status"]?.int64
            switch status {
            case 0: self = .send
            case 304: self = .present
            case 409: self = .conflict(version: object?["rev"]?.string ?? "")
            case let status?: self = .failed(status: Int(clamping: status))
            case nil: self = .failed(status: 400)
            }
        }
    }
#endif
