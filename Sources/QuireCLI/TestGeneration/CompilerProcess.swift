import Foundation

/// Swift's compiler, for what its parser sees in a file.
struct CompilerProcess {
    /// The program, found where the shell would find it.
    private let words: [String]

    /// Finds the compiler.
    ///
    /// - Parameter environment: `SWIFTC` is the compiler's path, if it is there.
    init(environment: [String: String]) {
        words = environment["SWIFTC"].flatMap { $0.isEmpty ? nil : [$0] } ?? ["swiftc"]
    }

    /// Parses a file.
    ///
    /// - Parameter path: The path of a Swift file.
    /// - Returns: The tree of its declarations as JSON.
    /// - Throws: ``Failure`` if there is no compiler, or the file is not Swift.
    func parse(_ path: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("quire-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files, which no reader has to keep up with.
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
            throw Failure("\(words[0]) cannot be started: \(error.localizedDescription)")
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
