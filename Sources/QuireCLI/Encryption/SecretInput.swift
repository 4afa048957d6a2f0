import QuirePlatform
import Quire
import QuireFormats

/// The reading of keys and passwords, into memory that is overwritten afterward.
enum SecretInput {
    /// The longest password, or key as text, in bytes.
    private static let limit = 10_000

    /// Reads a file or a pipe.
    ///
    /// - Parameters:
    ///   - path: The path, or `-` for standard input.
    ///   - console: The console with standard input.
    ///   - body: A closure that uses the bytes. They must not escape it.
    /// - Returns: The result of the closure.
    /// - Throws: ``Failure`` if the file cannot be read, is too large, or other users of the machine can
    ///   read it; errors of the closure.
    static func read<R>(
        _ path: String, with console: Console, _ body: (UnsafeRawBufferPointer) throws -> R
    ) throws -> R {
        if path == "-" { return try read(console.input, name: "standard input", body) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure("cannot read \(path): \(reason)") }
        defer { close(descriptor) }
        try checkIsPrivate(descriptor, path: path, console)
        return try read(FileInput(descriptor: descriptor), name: path, body)
    }

    /// Asks for a line on the terminal, without echo.
    ///
    /// - Parameters:
    ///   - prompt: The question.
    ///   - console: The console of a terminal.
    ///   - body: A closure that uses the bytes of the line. They must not escape it.
    /// - Returns: The result of the closure.
    /// - Throws: ``Failure`` if nothing is entered, errors of the closure.
    static func ask<R>(
        _ prompt: String, on console: Console, _ body: (UnsafeRawBufferPointer) throws -> R
    ) throws -> R {
        let mode = InputMode.hidden(console.interruption)
        mode.begin()
        defer { mode.end() }
        console.noteText(prompt)
        return try read(Line(console.input), name: "the input", body)
    }

    private static func read<R>(
        _ input: any ByteInput, name: String, _ body: (UnsafeRawBufferPointer) throws -> R
    ) throws -> R {
        var buffer = [UInt8](repeating: 0, count: limit + 1)
        return try buffer.withUnsafeMutableBytes { buffer in
            defer { SecretBytes.erase(buffer) }
            var count = 0
            while count < buffer.count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                let length: Int
                do {
                    length = try input.read(into: rest)
                } catch let error as FormatError {
                    throw Failure("\(error.description) from \(name)")
                }
                if length == 0 { break }
                count += length
            }
            guard count > 0 else { throw Failure("\(name) is empty") }
            guard count <= limit else {
                throw Failure("\(name) is too large for a key or a password")
            }
            return try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// Checks that only the owner of a file can read it.
    ///
    /// The service manager systemd protects the files of credentials by their
    /// folder, and can let a group read them.
    private static func checkIsPrivate(
        _ descriptor: Int32, path: String, _ console: Console
    ) throws {
        guard let permissions = FilePermissions.ofOthers(descriptor: descriptor) else {
            throw Failure("cannot read \(path): \(reason)")
        }
        let credentials = console.environment["CREDENTIALS_DIRECTORY"] ?? ""
        let isCredential = !credentials.isEmpty && path.hasPrefix(credentials + "/")
        guard permissions & (isCredential ? 0o007 : FilePermissions.all) == 0 else {
            throw Failure("other users of the machine can read \(path); run 'chmod 600' on it")
        }
    }

    private static var reason: String { String(cString: strerror(errno)) }

    /// The next line of an input, whose further lines stay unread.
    private final class Line: ByteInput {
        private let input: any ByteInput
        private var isAtEnd = false

        init(_ input: any ByteInput) {
            self.input = input
        }

        func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            let first = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(1))
            guard !isAtEnd, try input.read(into: first) == 1 else { return 0 }
            isAtEnd = first.first == UInt8(ascii: "\n")
            return isAtEnd ? 0 : 1
        }
    }
}
