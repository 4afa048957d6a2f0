/// The attribute that tells of which type a document is.
struct Discriminator: Hashable, Sendable {
    /// The key of the attribute, `type` by default.
    var key: String
    /// The type's name, which is the attribute's value.
    var typeName: String
}
