import Foundation

/// The history of entered lines, stored in a file.
struct History {
    private static let limit = 1000

    private(set) var lines: [String]
    private let path: String?
    /// The index of the displayed line; `lines.count` for the line being edited.
    private var index: Int
    /// The line being edited when browsing the history began.
    private var draft = ""

    /// Reads the history.
    ///
    /// - Parameter path: The path of the file; `nil` for a history that is not stored.
    init(path: String?) {
        self.path = path
        let text = path.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) } ?? ""
        lines = text.split(separator: "\n").suffix(Self.limit).map(String.init)
        index = lines.count
    }

    /// The path of the history file: `$QUIRE_HISTORY`, or `quire/history` in the state directory.
    static func path(_ environment: [String: String]) -> String? {
        if let path = environment["QUIRE_HISTORY"] { return path.isEmpty ? nil : path }
        let state =
            environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? environment["HOME"].map { $0 + "/.local/state" }
        return state.map { $0 + "/quire/history" }
    }

    /// Adds a line and saves the history; write errors are ignored.
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
        // Queries can contain private data, so only the owner can read the file.
        let data = Data((lines.joined(separator: "\n") + "\n").utf8)
        try? data.write(to: URL(fileURLWithPath: path), options: .atomic)
        try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    /// Moves to the previous line; returns `nil` at the beginning.
    mutating func previous(_ current: String) -> String? {
        guard index > 0 else { return nil }
        if index == lines.count { draft = current }
        index -= 1
        return lines[index]
    }

    /// Moves to the next line, finally to the line being edited; returns `nil` at the end.
    mutating func next() -> String? {
        guard index < lines.count else { return nil }
        index += 1
        return index == lines.count ? draft : lines[index]
    }

    /// Returns the last line before an index that contains a text.
    func search(_ text: String, before location: Int) -> (location: Int, line: String)? {
        guard !text.isEmpty else { return nil }
        for index in lines.indices.prefix(max(0, location)).reversed()
        where lines[index].localizedCaseInsensitiveContains(text) {
            return (index, lines[index])
        }
        return nil
    }
}
