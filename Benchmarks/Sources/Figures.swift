/// What a benchmark found: our figure and the peer's, the smaller the better.
struct Figures: Sendable {
    enum Unit: Sendable {
        case nanoseconds
        case bytes
    }

    let unit: Unit
    let ours: Double
    let peer: Double
    /// The bytes that one operation handles, if a throughput says something.
    var bytes: Int?

    /// How many times better ours is: above 1 it is faster, or smaller.
    var ratio: Double { peer / ours }
}
