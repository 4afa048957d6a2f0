/// The header fields of an HTTP message, in their order and with duplicates.
package struct HTTPHeaders: Sendable, Equatable {
    /// A header field.
    package struct Field: Sendable, Equatable {
        package let name: String
        package let value: String
    }

    package private(set) var fields: [Field] = []

    package init() {}

    /// Creates fields.
    ///
    /// - Parameter fields: The names and values.
    package init(_ fields: [(String, String)]) {
        self.fields = fields.map { Field(name: $0.0, value: $0.1) }
    }

    /// Adds a field, also if there is one of that name.
    ///
    /// - Parameters:
    ///   - name: The name, whose case is kept.
    ///   - value: The value.
    package mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Returns the value of the first field with a name, whose case is ignored.
    package subscript(name: String) -> String? { values(of: name).first }

    /// Returns the values of all fields with a name.
    ///
    /// - Parameter name: The name, whose case is ignored.
    /// - Returns: The values in the order of the fields.
    package func values(of name: String) -> [String] {
        let name = name.lowercased()
        return fields.filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// Returns the items of all fields with a name that are lists with commas, such as `Connection`.
    ///
    /// - Parameter name: The name, whose case is ignored.
    /// - Returns: The items without spaces around them. Empty items are omitted.
    package func items(of name: String) -> [String] {
        values(of: name)
            .flatMap { $0.split(separator: ",") }
            .map { String($0.trimmingHTTPSpaces) }
            .filter { !$0.isEmpty }
    }

    /// Returns whether a list contains an item, ignoring case.
    ///
    /// - Parameters:
    ///   - item: The item, whose case is ignored.
    ///   - name: The name of the fields with the list.
    /// - Returns: Whether the list contains the item.
    package func hasItem(_ item: String, in name: String) -> Bool {
        let item = item.lowercased()
        return items(of: name).contains { $0.lowercased() == item }
    }
}

extension Substring {
    var trimmingHTTPSpaces: Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
