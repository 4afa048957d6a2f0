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
    public var customMirror: Mirror {
        Mirror(self, children: ["statement": content], displayStyle: .struct)
    }

    private var content: String {
        do {
            return try documents().description
        } catch {
            return "\(error)"
        }
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
