import Fleece
import Foundation

/// A reader that extracts the declarations of a file from the compiler's syntax tree.
struct DeclarationReader {
    private let file: String
    private let text: [UInt8]
    private(set) var declarations: [Declaration] = []
    /// The locations of local declarations.
    ///
    /// The tree contains initial values of variables twice.
    private var localStarts: Set<Int64> = []

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - compiler: The compiler that parses the file.
    /// - Returns: The declarations in source order, nested ones after the enclosing ones.
    /// - Throws: ``Failure`` if the file does not exist or is not valid Swift.
    static func declarations(
        inFile path: String, _ compiler: CompilerProcess
    ) throws -> [Declaration] {
        guard let text = FileManager.default.contents(atPath: path) else {
            throw Failure("\(path) cannot be read")
        }
        let tree = try FleeceStorage(json: try compiler.parse(path)).root
        guard let items = tree?.dictionary?["items"]?.array else {
            throw Failure("unexpected compiler output for \(path)")
        }
        var reader = DeclarationReader(file: path, text: Array(text))
        for item in items { reader.read(item, in: Surroundings()) }
        return reader.declarations
    }

    private init(file: String, text: [UInt8]) {
        self.file = file
        self.text = text
    }

    /// The context of a declaration.
    private struct Surroundings {
        var path: [String] = []
        var isGeneric = false
        var isLocal = false
        /// The maximum access level of a declaration in this context.
        var greatestAccess = AccessLevel.beyond
        /// The access level of a declaration without a modifier.
        var defaultAccess = AccessLevel.module
    }

    private static let kinds: [String: Declaration.Kind] = [
        "struct_decl": .type, "enum_decl": .type, "class_decl": .type,
        "protocol": .protocolType, "protocol_decl": .protocolType,
        "typealias": .alias, "typealias_decl": .alias, "extension_decl": .extensionOfType,
    ]

    private mutating func read(_ value: FleeceValue, in outer: Surroundings) {
        guard let node = value.dictionary, let kind = Self.kinds[node["_kind"]?.string ?? ""],
            let name = name(of: node, kind)
        else { return readLocals(in: value, outer) }
        guard !outer.isLocal || localStarts.insert(start(of: node)).inserted else { return }
        let ownAccess = access(of: node)
        let access = min(
            outer.greatestAccess,
            kind == .extensionOfType ? ownAccess ?? .beyond : ownAccess ?? outer.defaultAccess)
        let isGeneric = outer.isGeneric || node["generic_params"] != nil
        let path = outer.path + name
        declarations.append(
            Declaration(
                kind: kind, path: path, inherited: inherited(by: node, kind),
                isGeneric: isGeneric, isLocal: outer.isLocal, access: access, file: file))
        guard kind == .type || kind == .extensionOfType else { return }
        let inner = Surroundings(
            path: path, isGeneric: isGeneric, isLocal: outer.isLocal, greatestAccess: access,
            defaultAccess: kind == .extensionOfType ? ownAccess ?? .module : .module)
        for member in node["members"]?.array.map(Array.init) ?? [] { read(member, in: inner) }
    }

    /// Reads the types that functions, closures and accessors contain.
    private mutating func readLocals(in value: FleeceValue, _ outer: Surroundings) {
        if let items = value.array {
            for item in items { read(item, in: outer) }
        } else if let node = value.dictionary {
            var inner = outer
            inner.isLocal = true
            if node["_kind"]?.string == "brace_stmt" { inner.path.append("#\(start(of: node))") }
            for child in node.values where child.kind == .array || child.kind == .dictionary {
                read(child, in: inner)
            }
        }
    }

    private func start(of node: FleeceDictionary) -> Int64 {
        node["range"]?.dictionary?["start"]?.int64 ?? 0
    }

    private func name(of node: FleeceDictionary, _ kind: Declaration.Kind) -> [String]? {
        guard kind == .extensionOfType else {
            let name = node["name"]?.dictionary?["base_name"]?.dictionary?["name"]?.string
            return name.map { [quoted($0, node)] }
        }
        return node["extended_type"]?.string.map { $0.split(separator: ".").map(String.init) }
    }

    /// Returns a name as spelled in source code, with backticks around keywords.
    private func quoted(_ name: String, _ node: FleeceDictionary) -> String {
        let start = Int(clamping: start(of: node))
        let header = text.dropFirst(start).prefix { $0 != UInt8(ascii: "{") }
        return header.contains(Array("`\(name)`".utf8)) ? "`\(name)`" : name
    }

    private func access(of node: FleeceDictionary) -> AccessLevel? {
        for attribute in node["attrs"]?.array.map(Array.init) ?? [] {
            guard let attribute = attribute.dictionary,
                attribute["_kind"]?.string == "access_control_attr"
            else { continue }
            return attribute["access_level"]?.string.flatMap(AccessLevel.init)
        }
        return nil
    }

    private func inherited(by node: FleeceDictionary, _ kind: Declaration.Kind) -> [String] {
        guard let range = node["range"]?.dictionary,
            let start = range["start"]?.int64, let end = range["end"]?.int64,
            0...Int64(text.count) ~= start, start...Int64(text.count) ~= end
        else { return [] }
        if kind == .alias {
            // The range ends where its last token begins, so the rest of the line is added.
            let last = text[Int(end)...].prefix {
                $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "}")
            }
            return InheritanceClause.names(inAlias: text[Int(start)..<last.endIndex])
        }
        let header = text[Int(start)..<Int(end)]
        let required =
            kind == .protocolType ? InheritanceClause.names(requiredBy: header) : []
        guard node["inherits"]?.array != nil else { return required }
        return InheritanceClause.names(in: header) + required
    }
}
