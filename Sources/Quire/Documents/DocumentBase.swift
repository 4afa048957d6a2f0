import Fleece

/// The body that a model was read from or saved as, which a merge compares both changes with.
///
/// It is an object, so that copies of a model share it. It is released with the last of them.
final class DocumentBase: Sendable {
    let body: FleeceDictionary

    init(_ body: FleeceDictionary) {
        self.body = body
    }
}
