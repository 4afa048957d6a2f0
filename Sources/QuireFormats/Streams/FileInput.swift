import QuirePlatform

/// A file, pipe or terminal to read from.
package final class FileInput: ByteInput {
    private let descriptor: Int32
    private let isOwned: Bool

    /// Creates an input for an open file.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
        isOwned = false
    }

    /// Opens a file.
    ///
    /// - Throws: ``FormatError`` if the file cannot be opened.
    package init(path: String) throws {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        isOwned = true
        guard descriptor >= 0 else { throw FormatError("cannot open \(path): \(Self.reason)") }
    }

    deinit {
        if isOwned, descriptor >= 0 { _ = close(descriptor) }
    }

    /// The length of the file, or `nil` for a pipe or a terminal.
    package var length: Int? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int(status.st_size)
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            #if canImport(Darwin)
                let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
            #elseif canImport(Musl)
                let count = Musl.read(descriptor, buffer.baseAddress, buffer.count)
            #else
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            #endif
            if count >= 0 { return count }
            guard errno == EINTR else { throw FormatError("cannot read: \(Self.reason)") }
        }
    }

    private static var reason: String { String(cString: strerror(errno)) }
}
