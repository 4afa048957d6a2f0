/// A document ID as the key of a dictionary or set.
///
/// Canonically equivalent strings are equal in Swift, but are different document IDs.
struct ExactID: Hashable {
    let id: String

    init(_ id: String) {
        self.id = id
    }

    static func == (left: ExactID, right: ExactID) -> Bool {
        left.id.utf8.elementsEqual(right.id.utf8)
    }
}
