import Foundation

/// Writes the inputs that fuzzing begins with: the vectors of the tests and the attacks.
///
/// Arguments: the file of vectors, that of statements, then the folder that gets the folders `fleece`,
/// `json`, `sqlpp`, `blip`, `properties` and `certificates`.
@main enum WriteSeeds {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4 else { throw CocoaError(.fileNoSuchFile) }
        let folder = URL(filePath: arguments[3])
        let fleece = folder.appending(path: "fleece")
        let json = folder.appending(path: "json")
        let sqlpp = folder.appending(path: "sqlpp")
        let blip = folder.appending(path: "blip")
        let properties = folder.appending(path: "properties")
        let certificates = folder.appending(path: "certificates")
        for path in [fleece, json, sqlpp, blip, properties, certificates] {
            try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        }
        let vectors = try String(contentsOf: URL(filePath: arguments[1]), encoding: .utf8)
        for (index, line) in vectors.split(separator: "\n").enumerated() {
            let fields = line.split(separator: "\t")
            try Data(fields[0].utf8).write(to: json.appending(path: "vector-\(index)"))
            try Data([UInt8](hex: fields[1])).write(to: fleece.appending(path: "vector-\(index)"))
        }
        let statements = try String(contentsOf: URL(filePath: arguments[2]), encoding: .utf8)
        for (index, line) in statements.split(separator: "\n").enumerated() {
            let statement = try JSONSerialization.jsonObject(with: Data(line.utf8))
            guard let text = (statement as? [String: Any])?["sql"] as? String else { continue }
            try Data(text.utf8).write(to: sqlpp.appending(path: "statement-\(index)"))
        }
        for attack in Attack.fleece {
            try Data(attack.bytes).write(to: fleece.appending(path: attack.fileName))
        }
        for attack in Attack.json {
            try Data(attack.bytes).write(to: json.appending(path: attack.fileName))
        }
        for (index, frames) in FuzzSeeds.all.enumerated() {
            try Data(frames).write(to: blip.appending(path: "frames-\(index)"))
        }
        for (index, bytes) in FuzzSeeds.properties.enumerated() {
            try Data(bytes).write(to: properties.appending(path: "properties-\(index)"))
        }
        for (index, text) in TestCertificates.all.enumerated() {
            try Data(text.utf8).write(to: certificates.appending(path: "text-\(index)"))
            let content = text.split(separator: "\n").dropFirst().dropLast().joined()
            try Data(base64Encoded: content)?.write(
                to: certificates.appending(path: "data-\(index)"))
        }
    }
}

extension Attack {
    fileprivate var fileName: String { name.replacing(" ", with: "-") }
}
