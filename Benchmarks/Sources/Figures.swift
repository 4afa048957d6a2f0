/// The figures of a benchmark: ours and the peer's; smaller is better.
struct Figures: Sendable {
    enum Unit: Sendable {
        case nanoseconds
        case bytes
    }

    let unit: Unit
    let ours: Double
    let peer: Double
    /// The number of bytes that one operation handles, for a throughput, if useful.
    var bytes: Int?

    /// The factor by which ours is better; above 1, it is faster or smaller.
    var ratio: Double { peer / ours }
}
