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
}
