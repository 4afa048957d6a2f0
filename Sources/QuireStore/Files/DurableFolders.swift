import QuirePlatform

/// A process-wide record of the blob folders and file names that may not survive a power loss.
///
/// A thread may find a blob that another thread renamed and did not synchronize yet. A document
/// with that blob must not be committed before the name is synchronized to disk.
enum DurableFolders {
    private struct Name {
        /// The number of renames in progress.
        var running = 0
        /// The sequence number of the last completed rename.
        var last = 0
    }

    private struct State {
        /// The folders whose entries in their parents are synchronized to disk.
        var folders: Set<FileIdentity> = []
        /// The names in each folder that may not be synchronized to disk.
        var names: [FileIdentity: [String: Name]] = [:]
        var lastRename = 0
    }

    private static let state = Mutex(State())

    // MARK: Folders

    /// Returns whether the folder's own entry is known to be synchronized to disk.
    static func contains(_ folder: FileIdentity) -> Bool {
        state.withLock { $0.folders.contains(folder) }
    }

    /// Records that the folder's own entry is synchronized to disk.
    static func insert(_ folder: FileIdentity) {
        state.withLock { _ = $0.folders.insert(folder) }
    }

    /// Records that a folder is new, and its entry is not synchronized to disk.
    ///
    /// The file system may have reused the identity of a removed folder for it.
    static func remove(_ folder: FileIdentity) {
        state.withLock { _ = $0.folders.remove(folder) }
    }

    // MARK: Names

    /// Whether every name that this process changed, in any folder, is synchronized to disk.
    static var areSynchronized: Bool { state.withLock { $0.names.isEmpty } }

    /// Returns whether a name may not be synchronized to disk yet.
    static func mayBeMissing(_ name: String, in folder: FileIdentity) -> Bool {
        state.withLock { $0.names[folder]?[name] != nil }
    }

    /// Runs a closure that renames a file, and records the new name as not synchronized.
    static func renaming<R>(
        to name: String, in folder: FileIdentity, _ body: () throws -> R
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

    /// Runs a closure that synchronizes a folder, and then discards the names that are now durable.
    static func synchronizing<R>(
        _ folder: FileIdentity, _ body: () throws -> R
    ) rethrows -> R {
        let last = state.withLock { $0.lastRename }
        let result = try body()
        state.withLock { state in
            guard let names = state.names[folder] else { return }
            // Keep renames that were running or ended during the call: the synchronization may have
            // missed them.
            let rest = names.filter { $0.value.running > 0 || $0.value.last > last }
            state.names[folder] = rest.isEmpty ? nil : rest
        }
        return result
    }
}
