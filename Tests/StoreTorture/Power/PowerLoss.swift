import QuireTestSupport

/// A simulated power loss: its time, and its effect on earlier operations.
///
/// Everything that was synchronized with the disk survives. The mode determines what else survives.
struct PowerLoss: CustomStringConvertible {
    enum Mode: String, CaseIterable {
        /// Nothing else survives.
        case nothing
        /// As on a journaling file system, the changes of folder entries before a random time survive,
        /// and any of the writes to files.
        case ordered
        /// Any of the operations survives, and parts of a write can survive.
        case arbitrary
        /// Everything survives, as if only the program had crashed.
        case everything
    }

    /// The size of an atomic write to the disk.
    private static let sectorSize = 512

    /// The index of the first operation that did not happen.
    let time: Int
    let mode: Mode
    /// Whether the disk ignores requests to synchronize, as it would with `PRAGMA synchronous=off`.
    let ignoresSynchronization: Bool
    /// The index of the first operation whose change of folder entries is lost in mode `ordered`.
    private let firstLostEntryChange: Int
    /// The probability that an operation survives in modes in which any of them can.
    private let probability: Double
    private var random: SplitMix64

    init(at time: Int, _ mode: Mode, ignoringSynchronization: Bool, seed: UInt64) {
        self.time = time
        self.mode = mode
        ignoresSynchronization = ignoringSynchronization
        random = SplitMix64(seed: seed)
        firstLostEntryChange = Int.random(in: max(0, time - 200)...time, using: &random)
        probability = [0.1, 0.5, 0.9].randomElement(using: &random) ?? 0.5
    }

    var description: String { "operation \(time), mode \(mode.rawValue)" }

    /// Returns the time of the last synchronization before the power loss, or 0.
    func lastSynchronization(in times: [Int]) -> Int {
        ignoresSynchronization ? 0 : times.last { $0 < time } ?? 0
    }

    /// Returns whether an unsynchronized change of folder entries survives.
    mutating func keepsEntry(changedAt changeTime: Int) -> Bool {
        switch mode {
        case .nothing: false
        case .ordered: changeTime < firstLostEntryChange
        case .arbitrary: Double.random(in: 0..<1, using: &random) < probability
        case .everything: true
        }
    }

    /// Returns whether an unsynchronized write or change of a file's length survives.
    mutating func keepsContents() -> Bool {
        switch mode {
        case .nothing: false
        case .ordered, .arbitrary: Double.random(in: 0..<1, using: &random) < probability
        case .everything: true
        }
    }

    /// Returns the surviving parts of an unsynchronized write.
    mutating func survivingParts(of count: Int) -> [Range<Int>] {
        guard keepsContents() else { return [] }
        guard mode == .arbitrary, random.once(in: 4) else { return [0..<count] }
        return stride(from: 0, to: count, by: Self.sectorSize).compactMap { start in
            random.once(in: 2) ? start..<min(count, start + Self.sectorSize) : nil
        }
    }
}
