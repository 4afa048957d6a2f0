/// The notifications that a watch has received.
struct ReceivedPositions {
    /// The position of the last notification before which no notification is missing.
    private(set) var last = FeedPosition()
    /// The positions of later notifications, which have overtaken one that is missing.
    private var later: [Int: FeedPosition] = [:]

    mutating func add(_ position: FeedPosition) {
        guard position.number == last.number + 1 else {
            later[position.number] = position
            return
        }
        last = position
        while !later.isEmpty, let next = later.removeValue(forKey: last.number + 1) { last = next }
    }
}
