/// The types in a set of files that can be encoded and decoded.
struct CodableModels {
    /// The types that a test can access, in the order of the files.
    private(set) var models: [Declaration] = []
    /// The reasons for skipping other types, one per line.
    private(set) var notes: [String] = []

    private let declarations: [Declaration]
    /// The types, protocols and aliases.
    private let named: [[String]: [Declaration]]
    /// The declarations and their extensions.
    private var parts: [[String]: [Declaration]] = [:]

    init(_ declarations: [Declaration]) {
        self.declarations = declarations
        named = Dictionary(
            grouping: declarations.filter { $0.kind != .extensionOfType }, by: \.path)
        parts = Dictionary(grouping: declarations, by: resolved)
        for declaration in declarations where declaration.kind == .type { sort(declaration) }
        noteUnknownExtensions()
    }

    private mutating func sort(_ type: Declaration) {
        let conformances = conformances(of: type.path)
        if conformances.isCodable {
            if let reason = reasonToSkip(type) {
                notes.append("\(location(of: type)) \(reason)")
            } else {
                models.append(type)
            }
        } else if reasonToSkip(type) == nil, let reason = reasonForDoubt(conformances) {
            notes.append("\(location(of: type)) \(reason)")
        }
    }

    private func location(of type: Declaration) -> String { "\(type.file): \(type.name)" }

    /// Returns why a test cannot contain a type that can be encoded and decoded.
    private func reasonToSkip(_ type: Declaration) -> String? {
        if type.isLocal { return "is declared in a function; tests cannot access it" }
        if isGeneric(type) { return "is generic; write a test with specific types" }
        if type.access == .file || isHidden(type) { return "is private; tests cannot access it" }
        return nil
    }

    /// Returns why a type without both conformances might be a model.
    private func reasonForDoubt(_ conformances: Conformances) -> String? {
        guard conformances.unknown.isEmpty else {
            let names = conformances.unknown.map { "'\($0)'" }
            let one = names.count == 1
            return "inherits from \(Spelling.list(names, "and")), which no file declares; add "
                + (one ? "its file if it implies Codable" : "their files if they imply Codable")
        }
        guard let name = conformances.known.first else { return nil }
        let other = name == "Decodable" ? "Encodable" : "Decodable"
        return "is \(name), but not \(other); a round trip needs both"
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
        (1..<max(type.path.count, 1)).flatMap { count in
            named[Array(type.path.prefix(count))]?.filter { $0.kind == .type } ?? []
        }
    }

    // MARK: Conformances

    /// What the inheritance clauses of a type and of everything that it inherits from contain.
    private struct Conformances {
        /// The parts of `Codable`.
        var known: Set<String> = []
        /// The names of which no file contains a declaration, in source order.
        var unknown: [String] = []

        var isCodable: Bool { known == KnownTypes.coding }

        mutating func insert(unknown name: String) {
            if !unknown.contains(name) { unknown.append(name) }
        }
    }

    private func conformances(of path: [String]) -> Conformances {
        var found = Conformances()
        var visited: Set<[String]> = []
        collect(&found, of: path, &visited)
        return found
    }

    private func collect(
        _ found: inout Conformances, of path: [String], _ visited: inout Set<[String]>
    ) {
        guard visited.insert(path).inserted else { return }
        for name in (parts[path] ?? []).flatMap(\.inherited) {
            if let path = declared(name, in: path) {
                collect(&found, of: path, &visited)
            } else {
                add(name, to: &found)
            }
        }
    }

    private func add(_ name: String, to found: inout Conformances) {
        let last = name.split(separator: ".").last.map(String.init) ?? name
        if let conformances = KnownTypes.conformances[last] {
            found.known.formUnion(conformances)
        } else if !KnownTypes.isUnrelated(last) {
            found.insert(unknown: name)
        }
    }

    /// Returns the path of the declaration that a name refers to, with innermost-first lookup.
    ///
    /// The first part of the name can be the module of the files.
    private func declared(_ name: String, in scope: [String]) -> [String]? {
        let words = name.split(separator: ".").map(String.init)
        for count in stride(from: scope.count, through: 0, by: -1) {
            let path = scope.prefix(count) + words
            if isDeclared(Array(path)) { return Array(path) }
        }
        let withoutModule = Array(words.dropFirst())
        guard !withoutModule.isEmpty, !isLibrary(words[0]), isDeclared(withoutModule) else {
            return nil
        }
        return withoutModule
    }

    private func isLibrary(_ module: String) -> Bool {
        module == "Swift" || module == "Foundation" || module.hasPrefix("Quire")
    }

    private func isDeclared(_ path: [String]) -> Bool { named[path] != nil }

    /// Returns the path of a declaration; for an extension of a type alias, that of the type.
    private func resolved(_ declaration: Declaration) -> [String] {
        guard declaration.kind == .extensionOfType else { return declaration.path }
        var path = declaration.path
        // A chain of aliases that contains itself does not compile.
        for _ in 0..<declarations.count {
            guard let alias = named[path]?.first, alias.kind == .alias,
                alias.inherited.count == 1,
                let next = declared(alias.inherited[0], in: alias.path.dropLast())
            else { break }
            path = next
        }
        return path
    }

    private mutating func noteUnknownExtensions() {
        for declaration in declarations where declaration.kind == .extensionOfType {
            let path = resolved(declaration)
            guard !isDeclared(path), conformances(of: path).isCodable else { continue }
            let note = "\(location(of: declaration)) is declared in another file; add it"
            if !notes.contains(note) { notes.append(note) }
        }
    }
}
