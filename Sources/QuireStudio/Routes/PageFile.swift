#if DEBUG
    import Foundation
#endif

/// A file of the page.
struct PageFile: Sendable {
    let type: String
    let contents: [UInt8]

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8",
    ]

    /// Finds the file at a path, in the table of embedded files.
    ///
    /// - Parameter path: The parts of the path of a request.
    init?(path: [String]) {
        let name = path.isEmpty ? "index.html" : path[0]
        guard path.count < 2, let dot = name.lastIndex(of: "."),
            let type = Self.types[String(name[name.index(after: dot)...])],
            let contents = Self.current(name) ?? PageSources.files[name].map({ Array($0.utf8) })
        else { return nil }
        self.type = type
        self.contents = contents
    }

    /// Returns the file from the folder that developers of the page name, so that they need not
    /// build the program again.
    private static func current(_ name: String) -> [UInt8]? {
        #if DEBUG
            guard let folder = ProcessInfo.processInfo.environment["QUIRE_STUDIO_PAGE"] else {
                return nil
            }
            guard !name.contains("/") else { return nil }
            let file = URL(fileURLWithPath: folder).appendingPathComponent(name)
            return (try? Data(contentsOf: file)).map { Array($0) }
        #else
            return nil
        #endif
    }
}
