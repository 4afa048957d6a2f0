// Prints the public declarations of modules that a program imports as one, one a line and sorted.
//
//   declarations MODULE[,MODULE...] GRAPH...
//
// A GRAPH is a file of `swift symbolgraph-extract`. A line is the path of a declaration and the
// declaration, or a type and a protocol that it conforms to:
//
//   Page.cursor: var cursor: PageCursor? { get }
//   Page: conforms to Swift.Sendable
//
// `required` marks the requirements of protocols without a default implementation.

import Foundation

typealias Object = [String: Any]

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 2 else {
    FileHandle.standardError.write(Data("usage: declarations MODULE[,MODULE...] GRAPH...\n".utf8))
    exit(2)
}
let modules = arguments[0].split(separator: ",")

var symbols: [Object] = []
var relationships: [Object] = []
for path in arguments.dropFirst() {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    guard let graph = try JSONSerialization.jsonObject(with: data) as? Object else {
        FileHandle.standardError.write(Data("declarations: \(path) is not a graph\n".utf8))
        exit(1)
    }
    symbols += graph["symbols"] as? [Object] ?? []
    relationships += graph["relationships"] as? [Object] ?? []
}

func identifier(of symbol: Object) -> String {
    (symbol["identifier"] as? Object)?["precise"] as? String ?? ""
}

func path(of symbol: Object) -> String {
    (symbol["pathComponents"] as? [String] ?? []).joined(separator: ".")
}

/// Returns a generic requirement clause, or an empty string.
func clause(_ constraints: Any?) -> String {
    let signs = ["conformance": ":", "superclass": ":", "sameType": "=="]
    let texts = (constraints as? [[String: String]] ?? []).map {
        "\($0["lhs"] ?? "") \(signs[$0["kind"] ?? ""] ?? "?") \($0["rhs"] ?? "")"
    }
    return texts.isEmpty ? "" : " where " + texts.sorted().joined(separator: ", ")
}

/// Protocols to which the compiler adds conformances, depending on its version.
let implied: Set = ["Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"]

// A module that exports another one has the symbols of both in its graph.
let isOwn = { (symbol: Object) -> Bool in
    let location = (symbol["location"] as? Object)?["uri"] as? String
    return modules.contains { location?.contains("/Sources/\($0)/") ?? false }
}
let own = symbols.filter(isOwn)
let paths = Dictionary(
    symbols.map { (identifier(of: $0), path(of: $0)) }, uniquingKeysWith: { first, _ in first })
let ownIdentifiers = Set(own.map(identifier))

var required: Set<String> = []
var lines: Set<String> = []
for relationship in relationships {
    guard let source = relationship["source"] as? String,
        let target = relationship["target"] as? String
    else { continue }
    switch relationship["kind"] as? String {
    case "requirementOf": required.insert(source)
    case "conformsTo", "inheritsFrom":
        let name = paths[target] ?? relationship["targetFallback"] as? String ?? target
        guard let type = paths[source], ownIdentifiers.contains(source), !implied.contains(name)
        else { continue }
        let verb = relationship["kind"] as? String == "conformsTo" ? "conforms to" : "inherits from"
        lines.insert("\(type): \(verb) \(name)\(clause(relationship["swiftConstraints"]))")
    default: break
    }
}
// The target of a default implementation is the requirement.
for relationship in relationships where relationship["kind"] as? String == "defaultImplementationOf"
{
    if let target = relationship["target"] as? String { required.remove(target) }
}

for symbol in own {
    let fragments = symbol["declarationFragments"] as? [[String: Any]] ?? []
    var text = fragments.compactMap { $0["spelling"] as? String }.joined()
    // Dropping this attribute breaks no source.
    text = text.replacingOccurrences(of: "@discardableResult ", with: "")
    text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if symbol["accessLevel"] as? String == "open" { text = "open " + text }
    if required.contains(identifier(of: symbol)) { text = "required " + text }
    let availability = symbol["availability"] as? [Object] ?? []
    if availability.contains(where: { $0["isUnconditionallyUnavailable"] as? Bool == true }) {
        text = "unavailable " + text
    }
    let constraints = clause((symbol["swiftExtension"] as? Object)?["constraints"])
    let suffix = constraints.isEmpty ? "" : " [\(constraints.dropFirst())]"
    lines.insert("\(path(of: symbol)): \(text)\(suffix)")
}
for line in lines.sorted() { print(line) }
