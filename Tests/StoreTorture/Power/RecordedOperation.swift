import FaultInjection
import Foundation

/// A recorded operation on a file or folder.
enum RecordedOperation {
    case createFile(path: String)
    case createFolder(path: String)
    case write(path: String, bytes: Data, offset: Int)
    case truncate(path: String, length: Int)
    case synchronize(path: String)
    case rename(path: String, newPath: String)
    /// Both get the name of the other one, at one moment.
    case exchange(path: String, otherPath: String)
    /// Another name of a file.
    case link(path: String, newPath: String)
    case remove(path: String)
    /// Text that the workload added to the recording.
    case marker(String)

    /// Reads a recording.
    ///
    /// - Parameter file: The file with the recorded calls.
    /// - Returns: The operations in order.
    /// - Throws: ``TortureFailure`` if the recording is damaged, and errors of the file manager.
    static func read(from file: URL) throws -> [RecordedOperation] {
        let recording = try Data(contentsOf: file, options: .alwaysMapped)
        var operations: [RecordedOperation] = []
        var rest = recording[...]
        func take(_ count: Int) throws -> Data {
            try require(count <= rest.count, "the recording \(file.path) ends too early")
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        while !rest.isEmpty {
            let size = MemoryLayout<operation_recording_header>.size
            var header = operation_recording_header()
            _ = try withUnsafeMutableBytes(of: &header) { try take(size).copyBytes(to: $0) }
            let path = String(decoding: try take(Int(header.path_length)), as: UTF8.self)
            let bytes = try take(Int(header.byte_count))
            operations.append(
                try require(
                    RecordedOperation(header, path, bytes),
                    "the recording \(file.path) has an operation of kind \(header.kind)"))
        }
        return operations
    }

    private init?(_ header: operation_recording_header, _ path: String, _ bytes: Data) {
        let number = Int(header.number)
        switch Int(header.kind) {
        case Int(OPERATION_RECORDING_CREATE): self = .createFile(path: path)
        case Int(OPERATION_RECORDING_WRITE):
            self = .write(path: path, bytes: bytes, offset: number)
        case Int(OPERATION_RECORDING_TRUNCATE): self = .truncate(path: path, length: number)
        case Int(OPERATION_RECORDING_SYNC): self = .synchronize(path: path)
        case Int(OPERATION_RECORDING_RENAME):
            self = .rename(path: path, newPath: String(decoding: bytes, as: UTF8.self))
        case Int(OPERATION_RECORDING_EXCHANGE):
            self = .exchange(path: path, otherPath: String(decoding: bytes, as: UTF8.self))
        case Int(OPERATION_RECORDING_LINK):
            self = .link(path: path, newPath: String(decoding: bytes, as: UTF8.self))
        case Int(OPERATION_RECORDING_UNLINK), Int(OPERATION_RECORDING_RMDIR):
            self = .remove(path: path)
        case Int(OPERATION_RECORDING_MKDIR): self = .createFolder(path: path)
        case Int(OPERATION_RECORDING_MARKER):
            self = .marker(String(decoding: bytes, as: UTF8.self))
        default: return nil
        }
    }
}

/// The recording of the calls that change a folder.
enum OperationRecording {
    /// Records the changes that a closure makes in a folder.
    ///
    /// - Parameters:
    ///   - folder: The canonical path of the folder.
    ///   - file: The file for the recording.
    ///   - body: A closure that changes the folder.
    /// - Throws: ``TortureFailure`` if the recording is impossible or incomplete, and errors of the
    ///   closure.
    static func record(
        _ folder: String, to file: URL, _ body: () throws -> Void
    ) throws {
        try require(
            operation_recording_start(folder, file.path), "calls cannot be recorded in this build")
        do {
            try body()
        } catch {
            _ = operation_recording_stop()
            throw error
        }
        try require(operation_recording_stop(), "the recording of \(folder) is incomplete")
    }

    /// Adds a marker to the recording.
    static func mark(_ text: String) {
        Array(text.utf8).withUnsafeBytes { operation_recording_mark($0.baseAddress, $0.count) }
    }
}
