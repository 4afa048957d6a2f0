// Completes the landing page that `docc merge` creates for a site of several modules.
//
//   landing-page SITE MODULE...
//
// The page lists the modules in the given order, followed by the first topic group of the first
// module. Its abstract is the abstract of the first module.

import Foundation

typealias Object = [String: Any]

let arguments = CommandLine.arguments
guard arguments.count > 2 else {
    FileHandle.standardError.write(Data("usage: landing-page SITE MODULE...\n".utf8))
    exit(2)
}
let modules = arguments.dropFirst(2).map { $0.lowercased() }
let data = URL(fileURLWithPath: arguments[1]).appendingPathComponent("data")

func page(_ path: String) throws -> Object {
    let text = try Data(contentsOf: data.appendingPathComponent(path))
    return try JSONSerialization.jsonObject(with: text) as? Object ?? [:]
}

var landing = try page("documentation.json")
let first = try page("documentation/\(modules[0]).json")
var references = landing["references"] as? Object ?? [:]
var sections = landing["topicSections"] as? [Object] ?? []

/// Returns the position of a module in the arguments, or the end for any other page.
func position(of identifier: String) -> Int {
    let name = identifier.split(separator: "/").last?.lowercased() ?? ""
    return modules.firstIndex(of: name) ?? modules.count
}

for index in sections.indices {
    let identifiers = sections[index]["identifiers"] as? [String] ?? []
    sections[index]["identifiers"] = identifiers.enumerated()
        .sorted { (position(of: $0.element), $0.offset) < (position(of: $1.element), $1.offset) }
        .map(\.element)
}
if sections.count == 1 { sections[0]["title"] = "Modules" }
if var group = (first["topicSections"] as? [Object])?.first {
    let known = first["references"] as? Object ?? [:]
    func address(_ identifier: String, in references: Object) -> String? {
        (references[identifier] as? Object)?["url"] as? String
    }
    // The tutorial already has a section.
    let listed = Set(
        sections.flatMap { $0["identifiers"] as? [String] ?? [] }
            .compactMap { address($0, in: references) })
    var identifiers = (group["identifiers"] as? [String] ?? []).filter { identifier in
        !(address(identifier, in: known).map(listed.contains) ?? false)
    }
    group["identifiers"] = identifiers
    sections.append(group)
    while let identifier = identifiers.popLast() {
        guard references[identifier] == nil, let reference = known[identifier] as? Object else {
            continue
        }
        references[identifier] = reference
        // An abstract can contain links.
        let abstract = reference["abstract"] as? [Object] ?? []
        identifiers += abstract.compactMap { $0["identifier"] as? String }
    }
}
landing["abstract"] = first["abstract"]
landing["topicSections"] = sections
landing["references"] = references
try JSONSerialization.data(
    withJSONObject: landing, options: [.sortedKeys, .withoutEscapingSlashes]
)
.write(to: data.appendingPathComponent("documentation.json"))
