/// The completed operations of the workload at a power loss, according to its markers.
struct PowerHistory {
    /// The known state of an additional database.
    struct Other {
        let isCopy: Bool
        /// Whether its deletion has begun.
        var isBeingDeleted = false
        var isDeleted = false
    }

    private(set) var acknowledgements: [Acknowledgement] = []
    /// The additional databases whose creation had returned, by name.
    private(set) var others: [String: Other] = [:]

    /// Reads the markers of a recording.
    ///
    /// - Parameters:
    ///   - operations: The recorded operations.
    ///   - time: The index of the first operation that did not happen.
    init(of operations: [RecordedOperation], before time: Int) {
        for case .marker(let text) in operations.prefix(time) {
            switch PowerMarker(text) {
            case .acknowledgement(let acknowledgement)?: acknowledgements.append(acknowledgement)
            case .created(let name)?: others[name] = Other(isCopy: false)
            case .copied(let name)?: others[name] = Other(isCopy: true)
            case .deleting(let name)?: others[name]?.isBeingDeleted = true
            case .deleted(let name)?: others[name]?.isDeleted = true
            case nil: break
            }
        }
    }
}
