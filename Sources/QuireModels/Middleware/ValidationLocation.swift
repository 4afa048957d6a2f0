import SQLPlusPlus

/// The location of a validated value: the names of Swift's properties, and the keys in the document.
struct ValidationLocation {
    private let property: String
    private let path: String

    /// Creates the location of a property.
    init<Root, Value>(_ keyPath: any KeyPath<Root, Value> & Sendable) {
        var name = ModelShape.propertyName(of: keyPath)
        let prefix = "\\\(Root.self)."
        if name.hasPrefix(prefix) { name.removeFirst(prefix.count) }
        let isRoot = Root.self is any DocumentModel.Type
        let shape = ModelShape.of(Root.self, isRoot: isRoot)
        // A computed property has no location in the document.
        guard case .body(let path) = try? shape.location(of: keyPath) else {
            self.init(property: name, path: name)
            return
        }
        self.init(property: name, path: path.description)
    }

    init(property: String, path: String) {
        // An optional property has the same name in messages as in the document.
        self.property = property.replacing("?", with: "")
        self.path = path.replacing("?", with: "")
    }

    /// Returns the property of a value inside the value of this location.
    func property(followedBy inner: String) -> String { Self.joined(property, inner) }

    /// Returns the path of a value inside the value of this location.
    func path(followedBy inner: String) -> String { Self.joined(path, inner) }

    /// Returns the location of an element that is contained at this location.
    static func element(_ index: Int) -> ValidationLocation {
        ValidationLocation(property: "[\(index)]", path: "[\(index)]")
    }

    private static func joined(_ outer: String, _ inner: String) -> String {
        if outer.isEmpty || inner.isEmpty || inner.hasPrefix("[") { return outer + inner }
        return "\(outer).\(inner)"
    }
}
