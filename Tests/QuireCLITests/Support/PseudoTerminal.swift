import QuirePlatform
import Foundation

/// A program on a pseudo-terminal, controlled by the test.
final class PseudoTerminal {
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    private static let patience: TimeInterval = 60

    let process = Process()
    private let descriptor: Int32
    /// The output that was not yet matched.
    private(set) var shown = ""

    /// Starts `quire` on a new terminal with 100 columns.
    ///
    /// - Parameters:
    ///   - words: The arguments of the program.
    ///   - directory: The working directory, which also contains the program's state.
    /// - Throws: ``Problem``, or errors of Foundation.
    init(_ words: [String], in directory: String) throws {
        let name: String
        (descriptor, name) = try Self.open()
        let other = Self.openFile(name)
        guard other >= 0 else { throw Problem(description: "the terminal cannot be opened") }
        defer { close(other) }
        var size = winsize(ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
        process.executableURL = QuireProcess.executable
        process.arguments = words
        process.currentDirectoryURL = URL(filePath: directory)
        var environment = ProcessInfo.processInfo.environment
        environment["NO_COLOR"] = "1"
        environment["XDG_STATE_HOME"] = directory
        environment["QUIRE_HISTORY"] = nil
        process.environment = environment
        let handle = FileHandle(fileDescriptor: other, closeOnDealloc: false)
        process.standardInput = handle
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
    }

    /// Opens a new terminal and returns its descriptor and the name of the program's side.
    private static func open() throws -> (descriptor: Int32, name: String) {
        #if canImport(Darwin)
            let descriptor = posix_openpt(O_RDWR | O_NOCTTY)
            guard descriptor >= 0, grantpt(descriptor) == 0, unlockpt(descriptor) == 0,
                let name = ptsname(descriptor)
            else { throw Problem(description: "there is no pseudo-terminal") }
            return (descriptor, String(cString: name))
        #else
            // Swift does not import the functions of the C library for this.
            let descriptor = openFile("/dev/ptmx")
            var number: UInt32 = 0
            var lock: Int32 = 0
            guard descriptor >= 0, ioctl(descriptor, 0x4004_5431, &lock) == 0,
                ioctl(descriptor, 0x8004_5430, &number) == 0
            else { throw Problem(description: "there is no pseudo-terminal") }
            return (descriptor, "/dev/pts/\(number)")
        #endif
    }

    private static func openFile(_ path: String) -> Int32 {
        #if canImport(Darwin)
            Darwin.open(path, O_RDWR | O_NOCTTY)
        #elseif canImport(Musl)
            Musl.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        #else
            Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        #endif
    }

    deinit {
        if process.isRunning { process.terminate() }
        close(descriptor)
    }

    /// Types a text.
    func type(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Waits until the program has printed a text.
    ///
    /// - Parameter text: The text.
    /// - Returns: The output before the text, since the last call.
    /// - Throws: ``Problem`` if the text is not printed.
    @discardableResult
    func expect(_ text: String) throws -> String {
        let deadline = Date(timeIntervalSinceNow: Self.patience)
        while true {
            if let range = shown.range(of: text) {
                defer { shown = String(shown[range.upperBound...]) }
                return String(shown[..<range.lowerBound])
            }
            guard Date() < deadline, readMore() else {
                throw Problem(
                    description:
                        "expected \(text.debugDescription), found \(shown.debugDescription)")
            }
        }
    }

    /// Waits until the program exits.
    ///
    /// - Returns: The output since the last call of ``expect(_:)``.
    func end() -> String {
        while readMore() {}
        process.waitUntilExit()
        return shown
    }

    private func readMore() -> Bool {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard waitForInput(&poll, Int32(Self.patience * 1000)) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &buffer, buffer.count)
        // At the end, Linux returns an error instead of no bytes.
        guard count > 0 else { return false }
        shown += String(decoding: buffer[..<count], as: UTF8.self)
        return true
    }
}

private func waitForInput(_ descriptors: inout pollfd, _ milliseconds: Int32) -> Int32 {
    poll(&descriptors, 1, milliseconds)
}
