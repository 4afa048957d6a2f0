/// The types in a set of files that can be encoded and decoded.
struct CodableModels {
    /// The types that a test can access, in the order of the files.
    private(set) var models: [Declaration] = []
    /// The reasons for skipping other types, one per line.
    private(set) var notes: [String] = []

    private let declarations: [Declaration]
    private static let known: [String: Set<String>] = [
        "Codable": ["Encodable", "Decodable"], "Encodable": ["Encodable"],
        "Decodable": ["Decodable"], "DocumentModel": ["Encodable", "Decodable"],
    ]

    init(_ declarations: [Declaration]) {
        self.declarations = declarations
        for declaration in declarations where declaration.kind == .type { sort(declaration) }
        noteUnknownExtensions()
    }

    private mutating func sort(_ type: Declaration) {
        var visited: Set<[String]> = []
        guard conformances(of: type.path, &visited).count == 2 else { return }
        let location = "\(type.file): \(type.name)"
        if isGeneric(type) {
            notes.append("\(location) is generic; write a test with specific types")
        } else if type.access == .file || isHidden(type) {
            notes.append("\(location) is private; tests cannot access it")
        } else {
            models.append(type)
        }
    }

    /// Returns whether a type or an enclosing type is generic; extensions do not repeat the
    /// parameters.
    private func isGeneric(_ type: Declaration) -> Bool {
        type.isGeneric || outer(of: type).contains(where: \.isGeneric)
    }

    /// Returns whether an enclosing type is inaccessible; extensions do not repeat the access
    /// level.
    private func isHidden(_ type: Declaration) -> Bool {
        outer(of: type).contains { $0.access == .file }
    }

    private func outer(of type: Declaration) -> [Declaration] {
        declarations.filter { other in
            other.kind == .type && other.path.count < type.path.count
                && type.path.starts(with: other.path)
        }
    }

    // MARK: Conformances

    private func conformances(
        of path: [String], _ visited: inout Set<[String]>
    ) -> Set<String> {
        guard visited.insert(path).inserted else { return [] }
        var found: Set<String> = []
        for declaration in declarations where declaration.path == path {
            for name in declaration.inherited {
                found.formUnion(conformances(named: name, in: path, &visited))
            }
        }
        return found
    }

    /// Returns the conformances implied by an inherited type, with innermost-first name lookup.
    private func conformances(
        named name: String, in scope: [String], _ visited: inout Set<[String]>
    ) -> Set<String> {
        let words = name.split(separator: ".").map(String.init)
        for count in stride(from: scope.count, through: 0, by: -1) {
            let path = scope.prefix(count) + words
            guard
                declarations.contains(where: {
                    $0.path == Array(path) && $0.kind != .extensionOfType
                })
            else { continue }
            return conformances(of: Array(path), &visited)
        }
        return Self.known[words.last ?? ""] ?? []
    }

    private mutating func noteUnknownExtensions() {
        for declaration in declarations where declaration.kind == .extensionOfType {
            let isKnown = declarations.contains {
                $0.path == declaration.path && $0.kind != .extensionOfType
            }
            var visited: Set<[String]> = []
            guard !isKnown, conformances(of: declaration.path, &visited).count == 2 else {
                continue
            }
            notes.append(
                "\(declaration.file): \(declaration.name) is declared in another file; add it"
            )
        }
    }
}
