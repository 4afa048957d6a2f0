import Foundation

/// A run that measures each operation in databases of increasing size, in separate processes.
struct ScalingRun {
    static let sizes = [1_000, 10_000, 100_000, 1_000_000]

    /// The number of documents in the largest database.
    let limit: Int
    /// The folder for the report; `nil` for standard output only.
    let reportFolder: URL?

    func run() throws {
        var report = ScalingReport(machine: Machine())
        for documents in Self.sizes where documents <= limit {
            report.figures += try figures(documents: documents)
        }
        Console.print(report.markdown)
        if let reportFolder { try report.write(to: reportFolder) }
    }

    private func figures(documents: Int) throws -> [ScalingFigures] {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "quire-scaling-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try ScalingOperation.allCases.map { operation in
            Console.complain("\(documents) documents: \(operation.title)")
            return try figures(operation, documents: documents, folder: folder)
        }
    }

    private func figures(
        _ operation: ScalingOperation, documents: Int, folder: URL
    ) throws -> ScalingFigures {
        let process = Process()
        let pipe = Pipe()
        process.executableURL =
            Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
        process.arguments = [
            Arguments.scalingStep, operation.rawValue, String(documents), folder.path,
        ]
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Disagreement("\(operation.title) with \(documents) documents failed")
        }
        return try JSONDecoder().decode(ScalingFigures.self, from: data)
    }
}
