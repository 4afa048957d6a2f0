import Fleece
import QuireFormats
import QuireInspection
import SQLPlusPlus

/// The properties that a table shows.
struct PropertySelection: Sendable {
    /// A key, and the properties of its value.
    private struct Node: Sendable {
        var keys: [(key: String, node: Node)] = []
        var isWhole = false
    }

    private var root = Node()

    /// Parses the paths of the properties.
    ///
    /// An item of an array selects the whole array.
    ///
    /// - Throws: ``StudioError`` if a text is not that of a path.
    init(_ paths: [String]) throws(StudioError) {
        for text in paths {
            guard let path = try DocumentPath(text).property else { continue }
            Self.add(path.components[...], to: &root)
        }
    }

    private static func add(_ path: ArraySlice<PropertyPath.Component>, to node: inout Node) {
        guard case .key(let key)? = path.first else {
            node.isWhole = true
            return
        }
        let index = node.keys.firstIndex { $0.key == key } ?? node.keys.count
        if index == node.keys.count { node.keys.append((key, Node())) }
        add(path.dropFirst(), to: &node.keys[index].node)
    }

    /// Returns the selected properties of a body as JSON, nested as in the document.
    ///
    /// - Throws: `JSONError` if a string is damaged.
    func node(_ body: FleeceDictionary) throws -> JSONNode { try Self.node(body, root) }

    private static func node(_ body: FleeceDictionary, _ node: Node) throws -> JSONNode {
        var pairs: [(key: String, value: JSONNode)] = []
        for (key, inner) in node.keys {
            guard let value = body[key] else { continue }
            if !inner.isWhole, let dictionary = value.dictionary {
                pairs.append((key, try self.node(dictionary, inner)))
            } else {
                pairs.append((key, .raw(try value.json(DocumentJSON.format))))
            }
        }
        return .object(pairs)
    }
}
