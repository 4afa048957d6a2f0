import Foundation
import Quire

/// A small file, which can also be a pipe.
enum BoundedFile {
    /// Returns the contents of a file.
    ///
    /// - Parameters:
    ///   - path: The path, or `-` for standard input if the option permits it.
    ///   - limit: The maximum number of bytes.
    ///   - readsInput: Whether `-` is standard input.
    ///   - contents: What the file contains, for the message.
    /// - Returns: The bytes.
    /// - Throws: ``Failure`` if the file cannot be read or is too large.
    static func read(
        _ path: String, limit: Int, readsInput: Bool = false, contents: String
    ) throws -> Data {
        let isInput = readsInput && path == "-"
        guard
            let handle = isInput ? .standardInput : FileHandle(forReadingAtPath: path)
        else { throw Failure("cannot read \(path)") }
        defer { if !isInput { try? handle.close() } }
        var data = Data()
        do {
            // The parts of a pipe are short.
            while data.count <= limit,
                let part = try handle.read(upToCount: limit + 1 - data.count), !part.isEmpty
            { data += part }
        } catch {
            throw Failure("cannot read \(path)")
        }
        guard data.count <= limit else {
            throw Failure("\(path) is too large for \(contents)")
        }
        return data
    }

    /// Returns whether other users of this machine can read a file.
    ///
    /// For a pipe, it is `false`.
    static func isReadableByOthers(_ path: String) -> Bool {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            attributes[.type] as? FileAttributeType != .typeSymbolicLink
        else {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
            else { return false }
            let url = URL(
                filePath: target, relativeTo: URL(filePath: path).deletingLastPathComponent())
            return url.path != path && isReadableByOthers(url.path)
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular else { return false }
        let permissions = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
        return permissions & 0o044 != 0
    }
}
