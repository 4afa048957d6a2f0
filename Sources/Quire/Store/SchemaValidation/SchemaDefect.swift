/// The reason why an object of a schema is not one that the format describes, or cannot be used here.
struct SchemaDefect: Error, Equatable, CustomStringConvertible {
    /// What the object does, to follow its name: `uses the function f, which is not …`.
    let description: String

    /// Whether the object has a form of the format and only needs a function, collation or tokenizer
    /// that this program does not have.
    let isUnavailable: Bool

    init(_ description: String, isUnavailable: Bool = false) {
        self.description = description
        self.isUnavailable = isUnavailable
    }

    /// The defect of an object that needs something that this program does not have.
    ///
    /// - Parameter use: What it does: `uses the function f`.
    /// - Returns: The defect.
    static func unavailable(_ use: String) -> SchemaDefect {
        SchemaDefect("\(use), which is not available here", isUnavailable: true)
    }

    static let unknownForm = SchemaDefect("has a form that is not known")
}
