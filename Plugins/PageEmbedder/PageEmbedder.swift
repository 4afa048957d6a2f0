import Foundation

// Writes text files into Swift sources, each as one string literal.
//
//     PageEmbedder FOLDER FILE…
//
// For `dom.js` and `grid.css`, FOLDER then contains `dom.js.swift`, `grid.css.swift` and
// `PageSources.swift`:
//
//     enum PageSources {
//         static let files: [String: String] = [
//             "dom.js": file0,
//             "grid.css": file1,
//         ]
//     }
//
// The compiler needs half a minute for the same files as arrays of bytes, which is what the embedded
// resources of SwiftPM are.

/// Why a file cannot be embedded.
struct EmbeddingError: Error, CustomStringConvertible {
    let description: String
}

@main
enum PageEmbedder {
    static func main() {
        do {
            let arguments = CommandLine.arguments.dropFirst()
            guard let folder = arguments.first else {
                throw EmbeddingError(description: "usage: PageEmbedder FOLDER FILE…")
            }
            try embed(
                arguments.dropFirst().map { URL(fileURLWithPath: $0) },
                in: URL(fileURLWithPath: folder))
        } catch {
            FileHandle.standardError.write(Data("error: \(error)\n".utf8))
            exit(1)
        }
    }

    /// Writes the sources for files to a folder.
    private static func embed(_ files: [URL], in folder: URL) throws {
        var entries = ""
        for (index, file) in files.enumerated() {
            let name = file.lastPathComponent
            let source = """
                extension PageSources {
                static let file\(index) = \(try literal(for: file))
                }

                """
            try write(source, to: folder.appending(path: name + ".swift"))
            entries += "        \"\(name)\": file\(index),\n"
        }
        let table = """
            /// The files of the page, by their names.
            enum PageSources {
                static let files: [String: String] = [
            \(entries)    ]
            }

            """
        try write(table, to: folder.appending(path: "PageSources.swift"))
    }

    /// Returns a literal with the text of a file, without escapes.
    ///
    /// It has more `#` than any run of them in the text, so that nothing in the text ends it.
    private static func literal(for file: URL) throws -> String {
        guard let text = String(data: try Data(contentsOf: file), encoding: .utf8) else {
            throw EmbeddingError(description: "\(file.path) is not UTF-8")
        }
        // The compiler would replace it by a line feed.
        guard !text.utf8.contains(UInt8(ascii: "\r")) else {
            throw EmbeddingError(description: "\(file.path) contains a carriage return")
        }
        let runs = text.utf8.split { $0 != UInt8(ascii: "#") }
        let delimiter = String(repeating: "#", count: (runs.map(\.count).max() ?? 0) + 1)
        return "\(delimiter)\"\"\"\n\(text)\n\"\"\"\(delimiter)"
    }

    /// Writes a file, unless it has this text already and need not be compiled again.
    private static func write(_ text: String, to file: URL) throws {
        if let old = try? String(contentsOf: file, encoding: .utf8), old == text { return }
        try text.write(to: file, atomically: true, encoding: .utf8)
    }
}
