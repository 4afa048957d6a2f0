import SQLPlusPlus

// Without these conformances, printing a value and a failed `#expect` would show the internals of
// the repository and its store.

extension Selection: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The statement of the selection in SQL++, or the reason why the selection is invalid.
    ///
    /// ```swift
    /// // Selection<Hotel>(SELECT * FROM _ WHERE type = 'hotel' AND stars >= 4)
    /// print(hotels.filter { $0.stars >= 4 })
    /// ```
    ///
    /// - Complexity: O(*n*) in the number of conditions.
    public var description: String { "\(Self.self)(\(content))" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror that contains the statement.
    public var customMirror: Mirror { Mirror(self, statement: content) }

    private var content: String { text { try documents().description } }
}

extension Projection: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The statement of the projection in SQL++, or the reason why the projection is invalid.
    ///
    /// ```swift
    /// print(hotels.select(\.name))  // Projection<String>(SELECT name FROM _ WHERE type = 'hotel')
    /// ```
    ///
    /// - Complexity: O(*n*) in the number of conditions.
    public var description: String { "\(Self.self)(\(content))" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror that contains the statement.
    public var customMirror: Mirror { Mirror(self, statement: content) }

    private var content: String { text { try query().description } }
}

extension GroupedSelection: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The statement of the groups in SQL++, or the reason why the selection is invalid.
    ///
    /// The limit and the offset of the models are not included.
    ///
    /// - Complexity: O(*n*) in the number of conditions.
    public var description: String { "GroupedSelection<\(Model.self)>(\(content))" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror that contains the statement.
    public var customMirror: Mirror { Mirror(self, statement: content) }

    private var content: String { text { try keys().description } }
}

// A `description` would hide properties of models with this name.
extension QueryField: CustomReflectable {
    /// A mirror that contains the field in SQL++, or the reason why the field cannot be used.
    public var customMirror: Mirror {
        let content: Any =
            switch term {
            case .success(let term): term
            case .failure(let error): error
            }
        return Mirror(self, children: ["term": content], displayStyle: .struct)
    }
}

extension Mirror {
    fileprivate init<Subject>(_ subject: Subject, statement: String) {
        self.init(subject, children: ["statement": statement], displayStyle: .struct)
    }
}

/// Returns the string that a closure returns, or the description of its error.
private func text(_ description: () throws -> String) -> String {
    do {
        return try description()
    } catch {
        return "\(error)"
    }
}

extension Repository: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The model type and the store.
    ///
    /// ```swift
    /// print(hotels)  // Repository<Hotel>(collection _default._default of database travel)
    /// ```
    public var description: String { "\(Self.self)(\(store.location))" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror that contains the store and the type name.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["store": store.location, "type": Model.documentType],
            displayStyle: .struct)
    }
}
