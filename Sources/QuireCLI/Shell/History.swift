import Foundation

/// The lines that were entered before, kept in a file.
struct History {
    private static let limit = 1000

    private(set) var lines: [String]
    private let path: String?
    /// The line that is shown; behind the last one is the one that is being typed.
    private var index: Int
    /// What was typed before going through the history.
    private var draft = ""

    /// Reads the history.
    ///
    /// - Parameter path: The file; `nil` if nothing is to be kept.
    init(path: String?) {
        self.path = path
        let text = path.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) } ?? ""
        lines = text.split(separator: "\n").suffix(Self.limit).map(String.init)
        index = lines.count
    }

    /// The file of a person's history: `$QUIRE_HISTORY`, or `quire/history` where state is kept.
    static func path(_ environment: [String: String]) -> String? {
        if let path = environment["QUIRE_HISTORY"] { return path.isEmpty ? nil : path }
        let state =
            environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? environment["HOME"].map { $0 + "/.local/state" }
        return state.map { $0 + "/quire/history" }
    }

    /// Adds a line, and puts it into the file; that it cannot be kept there is no failure.
    mutating func add(_ line: String) {
        let line = line.replacing("\n", with: " ")
        if !line.isEmpty, line != lines.last {
            lines.append(line)
            if lines.count > Self.limit { lines.removeFirst() }
            save()
        }
        index = lines.count
    }

    private func save() {
        guard let path else { return }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Queries can have in them what is nobody else's affair.
        let data = Data((lines.joined(separator: "\n") + "\n").utf8)
        try? data.write(to: URL(fileURLWithPath: path), options: .atomic)
        try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    /// Goes to the line before; `nil` if there is none.
    mutating func previous(_ current: String) -> String? {
        guard index > 0 else { return nil }
        if index == lines.count { draft = current }
        index -= 1
        return lines[index]
    }

    /// Goes to the line after, at last to what was typed; `nil` if there is none.
    mutating func next() -> String? {
        guard index < lines.count else { return nil }
        index += 1
        return index == lines.count ? draft : lines[index]
    }

    /// Finds the last line before a place that has a text in it.
    func search(_ text: String, before place: Int) -> (place: Int, line: String)? {
        guard !text.isEmpty else { return nil }
        for index in lines.indices.prefix(max(0, place)).reversed()
        where lines[index].localizedCaseInsensitiveContains(text) {
            return (index, lines[index])
        }
        return nil
    }
}
