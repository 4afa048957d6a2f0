import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What identifies a folder of this system, by whichever path it is opened.
struct FolderIdentity: Hashable {
    private let device: UInt64
    private let number: UInt64

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}

/// Which folders of blobs, and which names in them, may not survive a power loss.
///
/// A thread may find a blob that another thread has just renamed and not synchronized yet. A document
/// with that blob must not be committed before the disk has the name.
enum DurableFolders {
    private struct Name {
        /// The number of renames that have begun and not ended.
        var running = 0
        /// The number of the last rename that has ended.
        var last = 0
    }

    private struct State {
        /// The folders that the disk has.
        var folders: Set<FolderIdentity> = []
        /// The names that the disk may lack.
        var names: [FolderIdentity: [String: Name]] = [:]
        var lastRename = 0
    }

    private static let state = Mutex(State())

    // MARK: Folders

    /// Returns whether the disk has a folder.
    static func contains(_ folder: FolderIdentity) -> Bool {
        state.withLock { $0.folders.contains(folder) }
    }

    /// Notes that the disk has a folder.
    static func insert(_ folder: FolderIdentity) {
        state.withLock { _ = $0.folders.insert(folder) }
    }

    /// Notes that a folder is new: the system may have given it the identity of a removed one.
    static func remove(_ folder: FolderIdentity) {
        state.withLock { _ = $0.folders.remove(folder) }
    }

    // MARK: Names

    /// Whether the disk has all names in all folders, as far as this process has changed them.
    static var areSynchronized: Bool { state.withLock { $0.names.isEmpty } }

    /// Returns whether the disk may lack a name.
    static func mayLack(_ name: String, in folder: FolderIdentity) -> Bool {
        state.withLock { $0.names[folder]?[name] != nil }
    }

    /// Runs a closure that gives a file a name.
    static func renaming<R>(
        to name: String, in folder: FolderIdentity, _ body: () throws -> R
    ) rethrows -> R {
        state.withLock { $0.names[folder, default: [:]][name, default: Name()].running += 1 }
        defer {
            state.withLock { state in
                state.lastRename += 1
                state.names[folder]?[name]?.running -= 1
                state.names[folder]?[name]?.last = state.lastRename
            }
        }
        return try body()
    }

    /// Runs a closure that waits until the disk has the entries of a folder.
    static func synchronizing<R>(
        _ folder: FolderIdentity, _ body: () throws -> R
    ) rethrows -> R {
        let last = state.withLock { $0.lastRename }
        let result = try body()
        state.withLock { state in
            guard let names = state.names[folder] else { return }
            // A rename that ended meanwhile may have come too late for the disk.
            let rest = names.filter { $0.value.running > 0 || $0.value.last > last }
            state.names[folder] = rest.isEmpty ? nil : rest
        }
        return result
    }
}
