// Checks and completes the topics of types in a documentation catalog.
//
//   topics [--update] GRAPH CATALOG
//
// A type with more than 10 members needs an extension file in the folder Types of the catalog. Its
// topics list all members of the type, and the topics of the other pages list all types and global
// functions of the module. A line names a member without the suffix that distinguishes overloads,
// such as ``save(_:)``. The complete form of a file has one line for each overload, with its suffix,
// and the synchronous and the asynchronous form of a call next to each other. --update writes that
// form. Otherwise a file that doesn't have it is an error.
//
// The suffixes contain a hash of the mangled name. For types of Foundation, it is different on Linux
// and on Apple platforms. The files in the repository have the suffixes of Linux.

import Foundation

typealias Object = [String: Any]

/// A declaration in the symbol graph.
struct Symbol {
    let identifier: String
    let path: [String]
    let declaration: String

    var name: String { path.last ?? "" }
    var isAsynchronous: Bool { declaration.contains(" async") }

    /// The declaration without what differs between the forms of a call.
    var commonDeclaration: String {
        var text = declaration
        for word in [" async", "@escaping ", "@Sendable ", " & Sendable"] {
            text = text.replacing(word, with: "")
        }
        return text.replacing(#/(,| where) \w+ : Sendable/#, with: "")
    }

    /// The suffix by which docc distinguishes overloads: the FNV-1 hash of the identifier, folded
    /// to 24 bits, in base 36.
    var hash: String {
        var hash: UInt32 = 2_166_136_261
        for byte in identifier.utf8 { hash = (hash &* 16_777_619) ^ UInt32(byte) }
        return String((hash >> 24) ^ (hash & 0xFF_FFFF), radix: 36)
    }
}

/// The members of types, as a symbol graph contains them.
struct Graph {
    let module: String
    private(set) var symbols: [String: Symbol] = [:]
    private(set) var members: [String: Set<String>] = [:]
    /// The members that implement a requirement of another module's protocol, which docc lists in
    /// groups of their own.
    private var inherited: Set<String> = []
    private var children: [String: [String: Int]] = [:]

    init(contentsOf path: String) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        guard let graph = try JSONSerialization.jsonObject(with: data) as? Object,
            let module = (graph["module"] as? Object)?["name"] as? String,
            let symbols = graph["symbols"] as? [Object],
            let relationships = graph["relationships"] as? [Object]
        else { throw CocoaError(.fileReadCorruptFile) }
        self.module = module
        for object in symbols {
            guard let identifier = (object["identifier"] as? Object)?["precise"] as? String,
                let path = object["pathComponents"] as? [String]
            else { continue }
            let fragments = object["declarationFragments"] as? [Object] ?? []
            self.symbols[identifier] = Symbol(
                identifier: identifier, path: path,
                declaration: fragments.compactMap { $0["spelling"] as? String }.joined())
        }
        let kinds: Set = ["memberOf", "requirementOf", "optionalRequirementOf"]
        for relationship in relationships {
            guard kinds.contains(relationship["kind"] as? String ?? ""),
                let source = relationship["source"] as? String, self.symbols[source] != nil,
                let target = relationship["target"] as? String, self.symbols[target] != nil,
                members[target, default: []].insert(source).inserted
            else { continue }
            children[target, default: [:]][self.symbols[source]?.name ?? "", default: 0] += 1
            let origin = (relationship["sourceOrigin"] as? Object)?["identifier"] as? String
            if let origin, self.symbols[origin] == nil { inherited.insert(source) }
        }
    }

    /// The declared members of a type, without those that it inherits.
    func declaredMembers(of type: String) -> [Symbol] {
        (members[type] ?? []).filter { !$0.contains("::SYNTHESIZED::") }.compactMap { symbols[$0] }
    }

    /// The names of the members that the topics of a type must contain.
    func requiredNames(of type: String) -> Set<String> {
        Set(declaredMembers(of: type).filter { !inherited.contains($0.identifier) }.map(\.name))
    }

    /// Returns the links to the members of a type with a name: each synchronous form before the
    /// asynchronous form of the same call.
    func links(to name: String, of type: String) -> [String] {
        let declared = declaredMembers(of: type).filter { $0.name == name }
        let inherited = (members[type] ?? []).compactMap { symbols[$0] }.filter { $0.name == name }
        let overloads = (declared.isEmpty ? inherited : declared)
            .sorted { left, right in
                let (first, second) = (left.commonDeclaration, right.commonDeclaration)
                if first != second { return (first.count, first) < (second.count, second) }
                if left.isAsynchronous != right.isAsynchronous { return right.isAsynchronous }
                return left.identifier < right.identifier
            }
        let isUnique = children[type]?[name] == 1
        return overloads.map { isUnique ? $0.name : "\($0.name)-\($0.hash)" }
    }
}

/// The name of a link in a list of topics, without the suffix of an overload.
func linkedName(in line: Substring) -> String? {
    guard line.hasPrefix("- ``"), line.hasSuffix("``") else { return nil }
    let link = line.dropFirst(4).dropLast(2)
    return String(link.replacing(#/-[0-9a-z]{1,5}$/#, with: ""))
}

struct Checker {
    let graph: Graph
    let catalog: URL
    let updates: Bool
    var problems: [String] = []

    /// The names of the types with a file, and the files.
    func typeFiles() throws -> [String: URL] {
        let folder = catalog.appendingPathComponent("Types")
        let files =
            (try? FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: nil)) ?? []
        var result: [String: URL] = [:]
        for file in files where file.pathExtension == "md" {
            let first = try String(contentsOf: file, encoding: .utf8).prefix { $0 != "\n" }
            if let title = first.wholeMatch(of: #/# ``(.+)``/#) {
                result[String(title.output.1).replacing("/", with: ".")] = file
            }
        }
        return result
    }

    mutating func check(_ type: String, named name: String, in file: URL) throws {
        let text = try String(contentsOf: file, encoding: .utf8)
        var listed: Set<String> = []
        var lines: [String] = []
        let page = "\(catalog.lastPathComponent)/Types/\(file.lastPathComponent)"
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard let member = linkedName(in: line) else {
                lines.append(String(line))
                continue
            }
            guard listed.insert(member).inserted else { continue }
            let links = graph.links(to: member, of: type)
            if links.isEmpty { problems.append("\(page): \(name) has no member \(member)") }
            lines += links.map { "- ``\($0)``" }
        }
        for member in graph.requiredNames(of: type).subtracting(listed).sorted() {
            problems.append("\(page): no topic contains \(member)")
        }
        let complete = lines.joined(separator: "\n")
        if updates {
            if complete != text { try complete.write(to: file, atomically: true, encoding: .utf8) }
        } else if complete != text {
            problems.append("\(page): the overloads have changed; run Scripts/docs --update-topics")
        }
    }

    /// Checks that the topics of the catalog contain all top-level declarations of the module.
    mutating func checkModule() throws {
        let names = Set(graph.symbols.values.filter { $0.path.count == 1 }.map(\.name))
        var listed: Set<String> = []
        let files = FileManager.default.enumerator(at: catalog, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            if file.pathExtension != "md" { continue }
            if file.deletingLastPathComponent().lastPathComponent == "Types" { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            listed.formUnion(text.split(separator: "\n").compactMap(linkedName))
        }
        for name in names.subtracting(listed) {
            problems.append("\(catalog.lastPathComponent): no topic contains \(name)")
        }
    }

    mutating func run() throws {
        try checkModule()
        var files = try typeFiles()
        for type in graph.members.keys {
            let count = graph.declaredMembers(of: type).count
            guard let symbol = graph.symbols[type] else { continue }
            let name = symbol.path.joined(separator: ".")
            if let file = files.removeValue(forKey: name) {
                try check(type, named: name, in: file)
            } else if count > 10 {
                let folder = "\(catalog.lastPathComponent)/Types"
                problems.append("\(folder): \(name) has \(count) members, but no topics")
            }
        }
        for (name, file) in files {
            problems.append("Types/\(file.lastPathComponent): there is no type \(name)")
        }
    }
}

var arguments = CommandLine.arguments.dropFirst()
let updates = arguments.first == "--update"
if updates { arguments.removeFirst() }
guard arguments.count == 2, let graphPath = arguments.first, let catalogPath = arguments.last else {
    FileHandle.standardError.write(Data("usage: topics [--update] GRAPH CATALOG\n".utf8))
    exit(2)
}
var checker = Checker(
    graph: try Graph(contentsOf: graphPath), catalog: URL(fileURLWithPath: catalogPath),
    updates: updates)
try checker.run()
for problem in checker.problems.sorted() {
    FileHandle.standardError.write(Data("docs: \(problem)\n".utf8))
}
exit(checker.problems.isEmpty ? 0 : 1)
