import Foundation

/// The Swift compiler, used as a parser.
struct CompilerProcess {
    /// The command line, whose program is searched for in `PATH`.
    private let words: [String]

    /// Creates a compiler.
    ///
    /// - Parameter environment: The environment variables; `SWIFTC` is the path of the compiler, if
    ///   set.
    init(environment: [String: String]) {
        words = environment["SWIFTC"].flatMap { $0.isEmpty ? nil : [$0] } ?? ["swiftc"]
    }

    /// Parses a file.
    ///
    /// - Parameter path: The path of a Swift file.
    /// - Returns: The tree of declarations as JSON.
    /// - Throws: ``Failure`` if the compiler is missing, or the file is not valid Swift.
    func parse(_ path: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("quire-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // The output is written to files. Two pipes would have to be read concurrently.
        let (tree, notes) = (folder.appending(path: "tree"), folder.appending(path: "notes"))
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            words + ["-frontend", "-dump-parse", "-dump-ast-format", "json", path]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try Self.handle(tree)
        process.standardError = try Self.handle(notes)
        do {
            try process.run()
        } catch {
            throw Failure("cannot start \(words[0]): \(error.localizedDescription)")
        }
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let text = String(decoding: try Data(contentsOf: notes), as: UTF8.self)
            let lines = text.split(separator: "\n").filter { $0.contains("error:") }.prefix(3)
            throw Failure(
                lines.isEmpty
                    ? "\(words[0]) cannot parse \(path): \(text.prefix(300))"
                    : lines.joined(separator: "\n"))
        }
        return String(decoding: try Data(contentsOf: tree), as: UTF8.self)
    }

    private static func handle(_ url: URL) throws -> FileHandle {
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }
}
