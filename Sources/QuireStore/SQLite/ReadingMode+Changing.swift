import QuirePlatform
import Foundation

// Connections of other processes that open or close a file while it is read.

extension ReadingMode {
    /// The time between two attempts, in seconds.
    private static let pause: TimeInterval = 0.005

    /// How often a file whose log is shared is opened again after an error.
    private static let attempts = 20

    /// Calls a closure with the mode for a file, again if another connection opens or closes the
    /// file at the same time.
    ///
    /// A connection creates the files next to the database one after the other, and the last one
    /// removes them one after the other. In between, the file cannot be read in any mode.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - body: A closure that opens the file and reads from it, which takes a lock. After an
    ///     error, it must leave no connection open.
    /// - Returns: The value that the closure returns.
    /// - Throws: Any error that the closure throws.
    static func read<R>(
        _ file: StoredFile, _ body: (ReadingMode) throws -> sending R
    ) throws -> sending R {
        let end = ContinuousClock.now + .milliseconds(Int64(SQLiteConnection.busyTimeout))
        var failures = 0
        while true {
            let mode = settled(file, until: end)
            do {
                return try body(mode)
            } catch let error as QuireError where causes.contains(error.code) {
                failures += 1
                let isChanging =
                    switch mode {
                    case .locked where error.code == .busy: true
                    case .sharedMemory where error.code != .busy && failures < attempts: true
                    default: ReadingMode(of: file) != mode
                    }
                guard isChanging, ContinuousClock.now < end else { throw error }
                Thread.sleep(forTimeInterval: pause)
            }
        }
    }

    /// The codes of the errors that another connection can cause.
    private static let causes: Set<QuireError.Code> = [.busy, .cantOpenFile, .notWriteable]

    /// The time for which a file is looked at again before it is locked, in seconds.
    private static let patience: TimeInterval = 0.05

    /// Returns the mode as soon as no other connection is opening or closing the file.
    private static func settled(
        _ file: StoredFile, until end: ContinuousClock.Instant
    ) -> ReadingMode {
        let start = ContinuousClock.now
        while true {
            let files = identities(file.path)
            let mode = ReadingMode(of: file)
            guard mode == .locked, ContinuousClock.now < end else { return mode }
            // The files can have changed before this connection has locked the database.
            if ContinuousClock.now - start > .seconds(patience), isUnused(file),
                identities(file.path) == files
            {
                return mode
            }
            Thread.sleep(forTimeInterval: pause)
        }
    }

    /// The log and its index, as far as they exist.
    private static func identities(_ path: String) -> [FileIdentity?] {
        ["-wal", "-shm"].map { FileIdentity(path: path + $0) }
    }
}
