import Quire

/// Something that a check of a database's folder has found.
package struct BundleFinding: Hashable, Sendable {
    /// Whether it is wrong; otherwise it is only worth knowing.
    package let isFault: Bool
    /// Where it is: a file, a collection, a document.
    package let place: String
    /// What it is.
    package let message: String

    init(_ place: String, _ message: String, isFault: Bool = true) {
        self.isFault = isFault
        self.place = place
        self.message = message
    }
}
