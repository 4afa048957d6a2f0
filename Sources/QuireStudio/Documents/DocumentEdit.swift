import Fleece
import Quire
import SQLPlusPlus

/// Changes of single properties of a document.
///
/// The indexes of items are those of the stored arrays. An item can be added behind the last one.
///
/// Example: `{"set": {"address.city": "Oslo"}, "remove": ["stars", "tags[0]"]}`
struct DocumentEdit: Sendable {
    private struct Change: Sendable {
        var path: PropertyPath
        /// The new value, or `nil` to remove the property.
        let value: FleeceValue?
    }

    private var changes: [Change] = []

    /// Parses changes.
    ///
    /// - Throws: ``StudioError`` if a path is invalid, or two changes are about the same value.
    init(_ request: RequestObject) throws(StudioError) {
        if let values = try request.object("set") {
            for (text, value) in values {
                changes.append(Change(path: try Self.path(text), value: value))
            }
        }
        for text in try request.strings("remove") ?? [] {
            changes.append(Change(path: try Self.path(text), value: nil))
        }
        try Self.check(changes)
    }

    private static func path(_ text: String) throws(StudioError) -> PropertyPath {
        guard let path = try DocumentPath(text).property else {
            throw .invalidRequest("The ID of a document cannot be changed.")
        }
        return path
    }

    /// Throws an error if a changed value is, or contains, another one.
    private static func check(_ changes: [Change]) throws(StudioError) {
        let paths = changes.map(\.path).sorted(by: precedes)
        for (path, next) in zip(paths, paths.dropFirst())
        where next.components.starts(with: path.components) {
            throw .invalidRequest("Two changes are about \(path.description.debugDescription).")
        }
    }

    /// Writes a changed body.
    ///
    /// - Parameters:
    ///   - record: The stored document.
    ///   - writer: The writer for the new body.
    /// - Throws: ``StudioError`` if two changes are about the same value; `QuireError` with code
    ///   `invalidParameter` if a path leads through a value that is not a collection.
    func write(_ record: DocumentRecord, to writer: FleeceWriter) throws {
        let changes = changes.map { change in
            Change(path: Self.resolved(change.path, in: record.body.value), value: change.value)
        }
        try Self.check(changes)
        let set = changes.compactMap { change -> PropertyEdit? in
            guard let value = change.value else { return nil }
            let parent = PropertyPath(Array(change.path.components.dropLast()))
            if case .index(let index)? = change.path.components.last,
                index == record.body.value.value(at: FleecePath(parent))?.array?.count
            {
                return .append(parent, value)
            }
            return .set(change.path, value)
        }
        // A removed item moves those behind it, so the last ones are removed first.
        let removed = changes.filter { $0.value == nil }.map(\.path)
            .sorted(by: Self.precedes).reversed().map { PropertyEdit.remove($0) }
        try record.write(applying: set + removed, into: writer)
    }

    /// Returns a path with positive indexes.
    private static func resolved(_ path: PropertyPath, in body: FleeceValue) -> PropertyPath {
        var components: [PropertyPath.Component] = []
        for component in path.components {
            guard case .index(let index) = component, index < 0 else {
                components.append(component)
                continue
            }
            let array = body.value(at: FleecePath(PropertyPath(components)))?.array
            components.append(.index(index + (array?.count ?? 0)))
        }
        return PropertyPath(components)
    }

    /// An order in which a path is followed by those below it.
    private static func precedes(_ first: PropertyPath, _ second: PropertyPath) -> Bool {
        for (component, other) in zip(first.components, second.components) where component != other
        {
            switch (component, other) {
            case (.index(let index), .index(let otherIndex)): return index < otherIndex
            case (.key(let key), .key(let otherKey)): return key < otherKey
            case (.index, .key): return true
            case (.key, .index): return false
            }
        }
        return first.components.count < second.components.count
    }
}
