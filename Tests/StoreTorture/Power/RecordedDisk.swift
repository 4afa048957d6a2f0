import Foundation

/// A folder on a simulated disk with all recorded operations.
final class RecordedDisk {
    /// The operations, for finding markers and moments.
    let operations: [RecordedOperation]

    private let root: RecordedFolder
    private let rootPath: String

    /// Reads the initial contents of a folder and makes a recording.
    ///
    /// - Parameters:
    ///   - path: The canonical path of the folder.
    ///   - recording: A closure that makes the recording and returns its operations.
    /// - Throws: ``TortureFailure`` if the operations do not match the contents, and errors of the
    ///   closure and of the file manager.
    init(of path: String, recording: () throws -> [RecordedOperation]) throws {
        rootPath = path
        root = try Self.scan(path)
        operations = try recording()
        for (time, operation) in operations.enumerated() { try apply(operation, at: time) }
    }

    /// Returns the path of an existing folder without symbolic links, as recordings contain it.
    static func canonicalPath(of path: String) throws -> String {
        guard let canonical = realpath(path, nil) else {
            throw TortureFailure("\(path) has no canonical path")
        }
        defer { free(canonical) }
        return String(cString: canonical)
    }

    /// SQLite rebuilds these files after a crash, whatever they contain.
    private static func isVolatile(_ name: String) -> Bool { name.hasSuffix("-shm") }

    private static func scan(_ path: String) throws -> RecordedFolder {
        var entries: [String: RecordedNode] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: path)
        where !isVolatile(name) {
            let entry = "\(path)/\(name)"
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: entry, isDirectory: &isFolder)
            entries[name] =
                isFolder.boolValue
                ? .folder(try scan(entry))
                : .file(RecordedFile(original: try Data(contentsOf: URL(filePath: entry))))
        }
        return RecordedFolder(original: entries)
    }

    // MARK: Applying operations

    private func apply(_ operation: RecordedOperation, at time: Int) throws {
        switch operation {
        case .createFile(let path):
            let (folder, name) = try parent(of: path)
            folder.change(.add(name, .file(RecordedFile())), at: time)
        case .createFolder(let path):
            let (folder, name) = try parent(of: path)
            folder.change(.add(name, .folder(RecordedFolder())), at: time)
        case .write(let path, let bytes, let offset):
            try file(at: path).changes.append((time, .write(bytes, offset: offset)))
        case .truncate(let path, let length):
            try file(at: path).changes.append((time, .truncate(length: length)))
        case .synchronize(let path):
            try node(at: path).synchronize(at: time)
        case .rename(let path, let newPath):
            let (folder, name) = try parent(of: path)
            let (newFolder, newName) = try parent(of: newPath)
            let node = try node(at: path)
            if folder === newFolder {
                folder.change(.move(from: name, to: newName, node), at: time)
            } else {
                newFolder.change(.add(newName, node), at: time)
                folder.change(.remove(name), at: time)
            }
        case .exchange(let path, let otherPath):
            let (folder, name) = try parent(of: path)
            let (otherFolder, otherName) = try parent(of: otherPath)
            try require(folder === otherFolder, "\(path) and \(otherPath) are in two folders")
            folder.change(.exchange(name, otherName), at: time)
        case .link(let path, let newPath):
            let (folder, name) = try parent(of: newPath)
            folder.change(.add(name, try node(at: path)), at: time)
        case .remove(let path):
            let (folder, name) = try parent(of: path)
            folder.change(.remove(name), at: time)
        case .marker: break
        }
    }

    private func node(at path: String) throws -> RecordedNode {
        var node = RecordedNode.folder(root)
        try require(path.hasPrefix(rootPath), "\(path) is not in \(rootPath)")
        for name in path.dropFirst(rootPath.count).split(separator: "/") {
            guard case .folder(let folder) = node, let entry = folder.current[String(name)] else {
                throw TortureFailure("the recording does not contain the creation of \(path)")
            }
            node = entry
        }
        return node
    }

    private func file(at path: String) throws -> RecordedFile {
        guard case .file(let file) = try node(at: path) else {
            throw TortureFailure("the recording contains a write to the folder \(path)")
        }
        return file
    }

    private func parent(of path: String) throws -> (RecordedFolder, name: String) {
        let url = URL(filePath: path)
        guard case .folder(let folder) = try node(at: url.deletingLastPathComponent().path) else {
            throw TortureFailure("the recording uses the file around \(path) as a folder")
        }
        return (folder, url.lastPathComponent)
    }

    /// The moments right after files were removed or renamed.
    var interestingMoments: [Int] {
        operations.indices.filter { time in
            switch operations[time] {
            case .remove, .rename, .exchange: true
            default: false
            }
        }
    }

    // MARK: Images

    /// Writes the contents of the disk after a power loss.
    ///
    /// - Parameters:
    ///   - loss: The power loss.
    ///   - path: The path of a folder, which is created.
    /// - Throws: Errors of the file manager.
    func writeImage(after loss: PowerLoss, to path: String) throws {
        var loss = loss
        try Self.write(root, after: &loss, to: path)
    }

    private static func write(
        _ folder: RecordedFolder, after loss: inout PowerLoss, to path: String
    ) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        // A fixed order makes failures reproducible with the seed.
        for (name, node) in folder.entries(after: &loss).sorted(by: { $0.key < $1.key }) {
            switch node {
            case .folder(let folder): try write(folder, after: &loss, to: "\(path)/\(name)")
            case .file(let file):
                let contents = Data(file.contents(after: &loss))
                try contents.write(to: URL(filePath: "\(path)/\(name)"))
            }
        }
    }

    /// Checks that replaying the recorded operations results in the contents of the folder.
    ///
    /// - Parameter temporary: The path of a folder, which is created and removed.
    /// - Throws: ``TortureFailure`` if the contents differ, and errors of the file manager.
    func checkCompleteness(in temporary: String) throws {
        let end = PowerLoss(
            at: operations.count, .everything, ignoringSynchronization: false, seed: 0)
        try writeImage(after: end, to: temporary)
        let (recorded, actual) = (try Self.contents(of: temporary), try Self.contents(of: rootPath))
        for path in Set(recorded.keys).union(actual.keys).sorted() {
            try require(
                recorded[path] == actual[path],
                "the recording does not lead to the contents of \(path): "
                    + "\(recorded[path]?.count ?? -1) bytes, not \(actual[path]?.count ?? -1)")
        }
        try FileManager.default.removeItem(atPath: temporary)
    }

    private static func contents(of folder: String) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder)
        where !isVolatile(path) {
            // A folder has no contents of its own.
            contents[path] = (try? Data(contentsOf: URL(filePath: "\(folder)/\(path)"))) ?? Data()
        }
        return contents
    }
}
