import FaultInjection
import Foundation
import Quire
import QuireTestSupport

/// Records the file operations of databases, and verifies the resulting files for power losses at
/// many moments.
struct PowerCommand: Command {
    static let name = "power"
    static let usage = "DIR default|full|off ROUNDS IMAGES [--seed=N]"

    private enum Durability: String, CaseIterable {
        /// Commits do not wait for the disk.
        case `default`
        /// Every commit waits for the disk.
        case full
        /// The disk ignores requests to synchronize, so that images must be damaged: this proves
        /// that the test finds damage.
        case off
    }

    private let directory: String
    private let durability: Durability
    private let rounds: Int
    private let images: Int
    private let seed: UInt64

    init(_ arguments: inout Arguments) throws {
        directory = try arguments.word("DIR")
        let word = try arguments.word("DURABILITY")
        guard let durability = Durability(rawValue: word) else {
            throw UsageError("the durability must be default, full or off, not \(word)")
        }
        self.durability = durability
        rounds = try arguments.number("ROUNDS")
        images = try arguments.number("IMAGES")
        seed = try arguments.seed()
    }

    func run() throws {
        Console.print("SEED \(seed)")
        guard fault_injection_is_available() else {
            throw TortureFailure("this build cannot record calls")
        }
        let disk = try record()
        try disk.checkCompleteness(in: "\(directory)/complete")
        var random = SplitMix64(seed: seed &+ 1)
        var failures: [String] = []
        for number in 0..<images {
            let loss =
                durability == .off
                ? lossWithoutSynchronization(on: disk, using: &random)
                : loss(on: disk, PowerLoss.Mode.allCases[number % 3], using: &random)
            do {
                try verify(disk, after: loss, number)
            } catch {
                failures.append("image \(number), \(loss): \(error)")
            }
        }
        try report(failures, disk)
    }

    /// Chooses a moment: any, or one shortly after files were removed or renamed.
    private func loss(
        on disk: RecordedDisk, _ mode: PowerLoss.Mode, using random: inout SplitMix64
    ) -> PowerLoss {
        var time = Int.random(in: 0...disk.operations.count, using: &random)
        if random.once(in: 2), let moment = disk.interestingMoments.randomElement(using: &random) {
            time = min(disk.operations.count, moment + Int.random(in: 0..<20, using: &random))
        }
        return PowerLoss(at: time, mode, ignoringSynchronization: false, seed: random.next())
    }

    /// Chooses a late moment, at which much data can be damaged.
    private func lossWithoutSynchronization(
        on disk: RecordedDisk, using random: inout SplitMix64
    ) -> PowerLoss {
        let count = disk.operations.count
        return PowerLoss(
            at: Int.random(in: count * 3 / 4...count, using: &random), .arbitrary,
            ignoringSynchronization: true, seed: random.next())
    }

    private func report(_ failures: [String], _ disk: RecordedDisk) throws {
        if durability == .off {
            try require(
                !failures.isEmpty, "no image is damaged although the disk ignores synchronization"
            )
        } else if !failures.isEmpty {
            for failure in failures { Console.complain(failure) }
            throw TortureFailure(
                "\(failures.count) of \(images) images are damaged; they are in \(directory)")
        }
        Console.print(
            "power: \(disk.operations.count) operations, \(images) images, "
                + "\(failures.count) damaged")
    }

    /// Runs the workload and records it.
    private func record() throws -> RecordedDisk {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        let folder = "\(try RecordedDisk.canonicalPath(of: directory))/databases"
        let recording = URL(filePath: "\(directory)/recording")
        let fullSync = durability == .full
        // The shared database exists before the recording starts.
        try TortureDatabase.open(in: folder).close()
        let disk = try RecordedDisk(of: folder) {
            try OperationRecording.record(folder, to: recording) {
                var workload = try PowerWorkload(in: folder, fullSync: fullSync, seed: seed)
                try workload.run(rounds: rounds)
            }
            return try RecordedOperation.read(from: recording)
        }
        return disk
    }

    /// Verifies one image, which is kept if it is damaged.
    private func verify(_ disk: RecordedDisk, after loss: PowerLoss, _ number: Int) throws {
        let image = "\(directory)/image-\(number)"
        try disk.writeImage(after: loss, to: image)
        let history = PowerHistory(of: disk.operations, before: loss.time)
        try PowerVerification(directory: image, history: history, fullSync: durability == .full)
            .run()
        try FileManager.default.removeItem(atPath: image)
    }
}
