import Fleece
import Quire
import SQLPlusPlus

/// Changes of single properties of a document.
///
/// Example: `{"set": {"address.city": "Oslo"}, "remove": ["stars"]}`
struct DocumentEdit: Sendable {
    private struct Node: Sendable {
        var value: FleeceValue?
        var isRemoved = false
        var keys: [(key: String, node: Node)] = []
        var items: [Int: Node] = [:]

        /// Whether the changes add a value to a document that lacks it.
        var addsValue: Bool { value != nil || keys.contains { $0.node.addsValue } }
    }

    private var root = Node()

    /// Parses changes.
    ///
    /// - Throws: ``StudioError`` if a path is invalid, or two changes are about the same value.
    init(_ request: RequestObject) throws(StudioError) {
        if let values = try request.object("set") {
            for (text, value) in values {
                try Self.add(try Self.path(text)[...], text, to: &root) { $0.value = value }
            }
        }
        for text in try request.strings("remove") ?? [] {
            try Self.add(try Self.path(text)[...], text, to: &root) { $0.isRemoved = true }
        }
    }

    private static func path(_ text: String) throws(StudioError) -> [PropertyPath.Component] {
        do throws(SQLPlusPlusError) {
            return try PropertyPath(text).components
        } catch {
            throw .invalidRequest("\(text.debugDescription) is not a property path: \(error)")
        }
    }

    private static func add(
        _ path: ArraySlice<PropertyPath.Component>, _ text: String, to node: inout Node,
        _ change: (inout Node) -> Void
    ) throws(StudioError) {
        guard node.value == nil, !node.isRemoved else { throw twice(text) }
        switch path.first {
        case nil:
            guard node.keys.isEmpty, node.items.isEmpty else { throw twice(text) }
            change(&node)
        case .key(let key):
            guard node.items.isEmpty else { throw twice(text) }
            let index = node.keys.firstIndex { $0.key == key } ?? node.keys.count
            if index == node.keys.count { node.keys.append((key, Node())) }
            try add(path.dropFirst(), text, to: &node.keys[index].node, change)
        case .index(let index):
            guard node.keys.isEmpty else { throw twice(text) }
            try add(path.dropFirst(), text, to: &node.items[index, default: Node()], change)
        }
    }

    private static func twice(_ text: String) -> StudioError {
        .invalidRequest("Two changes are about \(text.debugDescription).")
    }

    /// Writes a changed body.
    ///
    /// - Parameters:
    ///   - body: The stored body.
    ///   - writer: The writer for the new body.
    /// - Throws: ``StudioError`` if a path leads through a value that is not a collection.
    func write(_ body: FleeceDictionary, to writer: FleeceWriter) throws {
        try Self.write(body.value, root, to: writer, "")
    }

    private static func write(
        _ old: FleeceValue?, _ node: Node, to writer: FleeceWriter, _ path: String
    ) throws {
        if let value = node.value { return writer.write(copyOf: value) }
        if !node.items.isEmpty { return try writeArray(old, node, to: writer, path) }
        let old = old.flatMap { $0.isNull ? nil : $0 }
        let dictionary = old?.dictionary
        guard dictionary != nil || old == nil else {
            throw StudioError.invalidRequest("\(path) is not an object.")
        }
        writer.beginDictionary()
        if let dictionary {
            for (key, value) in dictionary {
                guard let change = node.keys.first(where: { $0.key == key })?.node else {
                    writer.writeKey(key)
                    writer.write(copyOf: value)
                    continue
                }
                if change.isRemoved { continue }
                writer.writeKey(key)
                try write(value, change, to: writer, path.isEmpty ? key : "\(path).\(key)")
            }
        }
        for (key, change) in node.keys where dictionary?[key] == nil && change.addsValue {
            writer.writeKey(key)
            try write(nil, change, to: writer, path.isEmpty ? key : "\(path).\(key)")
        }
        writer.endDictionary()
    }

    private static func writeArray(
        _ old: FleeceValue?, _ node: Node, to writer: FleeceWriter, _ path: String
    ) throws {
        guard let array = old?.array else {
            throw StudioError.invalidRequest("\(path) is not an array.")
        }
        var changes: [Int: Node] = [:]
        for (index, change) in node.items {
            let position = index < 0 ? array.count + index : index
            // One item can be added behind the last one.
            guard 0...array.count ~= position, position < array.count || change.value != nil,
                changes.updateValue(change, forKey: position) == nil
            else { throw StudioError.invalidRequest("\(path) has no item \(index).") }
        }
        writer.beginArray()
        for (index, item) in array.enumerated() {
            guard let change = changes[index] else {
                writer.write(copyOf: item)
                continue
            }
            if !change.isRemoved { try write(item, change, to: writer, "\(path)[\(index)]") }
        }
        if let added = changes[array.count]?.value { writer.write(copyOf: added) }
        writer.endArray()
    }
}
