/// Why a piece of a schema is not one that the format describes.
struct SchemaDefect: Error, Equatable, CustomStringConvertible {
    /// What the object does, to stand behind its name: `uses the function f, which is not …`.
    let description: String

    init(_ description: String) {
        self.description = description
    }

    static let unknownForm = SchemaDefect("has a form that is not known")
}
