import FaultInjection
import Foundation
import Quire
import QuireTestSupport

/// Records a change of the key, and verifies the files that a power loss leaves at every moment of it.
///
/// The database has its former or its new key, and all contents. After the change has returned, it has the
/// new key.
struct RekeyPowerCommand: Command {
    static let name = "rekey-power"
    static let usage = "DIR STEP [--seed=N]"

    private static let databaseName = "torture"
    private static let changed = "CHANGED"
    private static let modes: [PowerLoss.Mode] = [.nothing, .everything, .ordered, .arbitrary]

    private let directory: String
    /// The number of operations between two moments that are verified.
    private let step: Int
    private let seed: UInt64

    init(_ arguments: inout Arguments) throws {
        directory = try arguments.word("DIR")
        step = try arguments.number("STEP")
        seed = try arguments.seed()
    }

    func run() throws {
        Console.print("SEED \(seed)")
        guard fault_injection_is_available() else {
            throw TortureFailure("this build cannot record calls")
        }
        var random = SplitMix64(seed: seed)
        for change in try KeyChange.all() {
            let disk = try record(change)
            var images = 0
            for time in stride(from: 0, through: disk.operations.count, by: step) {
                for mode in Self.modes {
                    let loss = PowerLoss(
                        at: time, mode, ignoringSynchronization: false, seed: random.next())
                    try verify(change, disk, after: loss)
                    images += 1
                }
            }
            Console.print(
                "rekey-power: \(change): \(disk.operations.count) operations, \(images) images")
        }
    }

    private func record(_ change: KeyChange) throws -> RecordedDisk {
        let name = Self.databaseName
        try FileManager.default.createDirectory(
            atPath: "\(directory)/\(change)", withIntermediateDirectories: true)
        let folder = try RecordedDisk.canonicalPath(of: "\(directory)/\(change)")
        let recording = URL(filePath: "\(directory)/\(change)-recording")
        try change.make(name, in: folder)
        let disk = try RecordedDisk(of: folder) {
            try OperationRecording.record(folder, to: recording) {
                let database = try KeyChange.open(name, in: folder, change.former)
                try change.apply(to: database)
                OperationRecording.mark(Self.changed)
                try database.close()
            }
            return try RecordedOperation.read(from: recording)
        }
        try disk.checkCompleteness(in: "\(directory)/complete")
        return disk
    }

    /// Verifies one image, which is kept if it is damaged.
    private func verify(_ change: KeyChange, _ disk: RecordedDisk, after loss: PowerLoss) throws {
        let image = "\(directory)/image"
        try disk.writeImage(after: loss, to: image)
        let isChanged = disk.operations.prefix(loss.time).contains { operation in
            if case .marker(Self.changed) = operation { true } else { false }
        }
        do {
            try change.verify(Self.databaseName, in: image, isChanged: isChanged)
        } catch {
            throw TortureFailure("\(change), \(loss): \(error); the files are in \(image)")
        }
        try FileManager.default.removeItem(atPath: image)
    }
}
