// Removes the symbols of other modules from a symbol graph.
//
//   own-symbols GRAPH SOURCES OUTPUT
//
// The graph of a module that exports another one contains the symbols of both. If two of them have
// the same name, docc cannot resolve links to it. Only symbols that are declared below the folder
// SOURCES remain.

import Foundation

let arguments = CommandLine.arguments
guard arguments.count == 4 else {
    FileHandle.standardError.write(Data("usage: own-symbols GRAPH SOURCES OUTPUT\n".utf8))
    exit(2)
}

typealias Object = [String: Any]

let data = try Data(contentsOf: URL(fileURLWithPath: arguments[1]))
let folder = URL(fileURLWithPath: arguments[2], isDirectory: true).standardizedFileURL.path
guard var graph = try JSONSerialization.jsonObject(with: data) as? Object,
    let symbols = graph["symbols"] as? [Object],
    let relationships = graph["relationships"] as? [Object]
else {
    FileHandle.standardError.write(Data("own-symbols: \(arguments[1]) is not a graph\n".utf8))
    exit(1)
}

func identifier(of symbol: Object) -> String? {
    (symbol["identifier"] as? Object)?["precise"] as? String
}

let own = symbols.filter { symbol in
    guard let location = symbol["location"] as? Object, let uri = location["uri"] as? String,
        let url = URL(string: uri)
    else { return false }
    return url.path.hasPrefix(folder)
}
let identifiers = Set(own.compactMap(identifier))
graph["symbols"] = own
graph["relationships"] = relationships.filter { relationship in
    guard let source = relationship["source"] as? String,
        let target = relationship["target"] as? String
    else { return false }
    return identifiers.contains(source)
        && (identifiers.contains(target) || relationship["kind"] as? String != "memberOf")
}
try JSONSerialization.data(withJSONObject: graph)
    .write(to: URL(fileURLWithPath: arguments[3]))
