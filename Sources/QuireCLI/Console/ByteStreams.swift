import QuirePlatform
import QuireFormats

/// An error that occurs if the reader of the output has closed it; the command then ends
/// successfully.
struct ClosedPipe: Error {}

/// A buffered output to a file, pipe or terminal.
final class FileOutput: ByteOutput {
    private let descriptor: Int32
    private let isOwned: Bool
    private let limit: Int
    private var pending: [UInt8] = []

    /// Creates an output to an open file.
    ///
    /// - Parameters:
    ///   - descriptor: The file descriptor.
    ///   - isImmediate: Whether to write bytes without buffering.
    init(descriptor: Int32, isImmediate: Bool = false) {
        self.descriptor = descriptor
        isOwned = false
        limit = isImmediate ? 0 : 64 << 10
    }

    /// Creates a file, replacing an existing one.
    init(path: String) throws {
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        isOwned = true
        limit = 64 << 10
        guard descriptor >= 0 else {
            throw Failure("cannot write \(path): \(String(cString: strerror(errno)))")
        }
    }

    deinit {
        if isOwned, descriptor >= 0 { _ = close(descriptor) }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        pending += bytes
        if pending.count > limit { try flush() }
    }

    func flush() throws {
        defer { pending.removeAll(keepingCapacity: true) }
        try pending.withUnsafeBytes { bytes in
            var rest = bytes
            while !rest.isEmpty {
                #if canImport(Darwin)
                    let count = Darwin.write(descriptor, rest.baseAddress, rest.count)
                #elseif canImport(Musl)
                    let count = Musl.write(descriptor, rest.baseAddress, rest.count)
                #else
                    let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                #endif
                if count < 0, errno == EINTR { continue }
                if count < 0, errno == EPIPE { throw ClosedPipe() }
                guard count > 0 else {
                    throw Failure("cannot write: \(String(cString: strerror(errno)))")
                }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }
}
