import Synchronization

/// The collections' tables that a database object has had to do with, each under a number.
///
/// A name keeps its number for as long as the object lives, also when the collection is deleted or
/// its creation undone: what is kept under a number is about tables of one name.
final class KeyStores: Sendable {
    private let byName = Mutex<[CollectionName: KeyStore]>([:])

    /// Returns the tables of a collection, whether they are there or not.
    ///
    /// - Parameter name: The collection's name.
    /// - Returns: The tables; the same object for the same name.
    func keyStore(of name: CollectionName) -> KeyStore {
        byName.withLock { known in
            if let keyStore = known[name] { return keyStore }
            let keyStore = KeyStore(number: known.count, name: name.keyStoreName)
            known[name] = keyStore
            return keyStore
        }
    }
}
