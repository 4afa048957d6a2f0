import Foundation

/// Writes the inputs that fuzzing begins with: the vectors of the tests and the attacks.
///
/// Arguments: the file of vectors, then the folder that gets the folders `fleece` and `json`.
@main enum WriteSeeds {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { throw CocoaError(.fileNoSuchFile) }
        let folder = URL(filePath: arguments[2])
        let fleece = folder.appending(path: "fleece")
        let json = folder.appending(path: "json")
        for path in [fleece, json] {
            try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        }
        let vectors = try String(contentsOf: URL(filePath: arguments[1]), encoding: .utf8)
        for (index, line) in vectors.split(separator: "\n").enumerated() {
            let fields = line.split(separator: "\t")
            try Data(fields[0].utf8).write(to: json.appending(path: "vector-\(index)"))
            try Data([UInt8](hex: fields[1])).write(to: fleece.appending(path: "vector-\(index)"))
        }
        for attack in Attack.fleece {
            try Data(attack.bytes).write(to: fleece.appending(path: attack.fileName))
        }
        for attack in Attack.json {
            try Data(attack.bytes).write(to: json.appending(path: attack.fileName))
        }
    }
}

extension Attack {
    fileprivate var fileName: String { name.replacing(" ", with: "-") }
}
