import Foundation

/// A file or folder with all recorded changes.
///
/// A change is identified by its time, the index of its operation.
enum RecordedNode {
    case file(RecordedFile)
    case folder(RecordedFolder)

    /// Records that the node was synchronized with the disk.
    func synchronize(at time: Int) {
        switch self {
        case .file(let file): file.synchronizations.append(time)
        case .folder(let folder): folder.synchronizations.append(time)
        }
    }
}

/// The contents of a file over time.
final class RecordedFile {
    enum Change {
        case write(Data, offset: Int)
        case truncate(length: Int)
    }

    /// The contents when the recording started.
    let original: Data
    var changes: [(time: Int, change: Change)] = []
    var synchronizations: [Int] = []

    init(original: Data = Data()) {
        self.original = original
    }

    /// Returns the contents after a power loss.
    func contents(after loss: inout PowerLoss) -> [UInt8] {
        var contents = [UInt8](original)
        let durable = loss.lastSynchronization(in: synchronizations)
        for (time, change) in changes {
            guard time < loss.time else { break }
            switch change {
            case .truncate(let length):
                guard time < durable || loss.keepsContents() else { continue }
                Self.setLength(length, of: &contents)
            case .write(let bytes, let offset):
                if time < durable {
                    Self.write(bytes, at: offset, to: &contents)
                } else {
                    for range in loss.survivingParts(of: bytes.count) {
                        let part = bytes.dropFirst(range.lowerBound).prefix(range.count)
                        Self.write(part, at: offset + range.lowerBound, to: &contents)
                    }
                }
            }
        }
        return contents
    }

    private static func setLength(_ length: Int, of contents: inout [UInt8]) {
        if length < contents.count {
            contents.removeLast(contents.count - length)
        } else {
            contents.append(contentsOf: repeatElement(0, count: length - contents.count))
        }
    }

    private static func write(_ bytes: Data, at offset: Int, to contents: inout [UInt8]) {
        if contents.count < offset + bytes.count {
            setLength(offset + bytes.count, of: &contents)
        }
        contents.withUnsafeMutableBytes {
            UnsafeMutableRawBufferPointer(rebasing: $0[offset..<offset + bytes.count])
                .copyBytes(from: bytes)
        }
    }
}

/// The entries of a folder over time.
final class RecordedFolder {
    enum Change {
        case add(String, RecordedNode)
        case remove(String)
        /// A rename within the folder, which is atomic.
        case move(from: String, to: String, RecordedNode)
        /// An exchange of two names within the folder, which is atomic.
        case exchange(String, String)
    }

    /// The entries that a running program sees.
    private(set) var current: [String: RecordedNode]
    private let original: [String: RecordedNode]
    private var changes: [(time: Int, change: Change)] = []
    var synchronizations: [Int] = []

    init(original: [String: RecordedNode] = [:]) {
        self.original = original
        current = original
    }

    /// Records a change.
    func change(_ change: Change, at time: Int) {
        changes.append((time, change))
        Self.apply(change, to: &current)
    }

    private static func apply(_ change: Change, to entries: inout [String: RecordedNode]) {
        switch change {
        case .add(let name, let node): entries[name] = node
        case .remove(let name): entries[name] = nil
        case .move(let name, let newName, let node):
            entries[name] = nil
            entries[newName] = node
        case .exchange(let name, let otherName):
            let entry = entries[name]
            entries[name] = entries[otherName]
            entries[otherName] = entry
        }
    }

    /// Returns the entries after a power loss.
    func entries(after loss: inout PowerLoss) -> [String: RecordedNode] {
        var entries = original
        let durable = loss.lastSynchronization(in: synchronizations)
        for (time, change) in changes {
            guard time < loss.time else { break }
            if time < durable || loss.keepsEntry(changedAt: time) {
                Self.apply(change, to: &entries)
            }
        }
        return entries
    }
}
