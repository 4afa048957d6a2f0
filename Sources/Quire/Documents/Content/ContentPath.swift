import Fleece

/// The way from a collection to one that is nested in it.
///
/// Going through objects calls itself for each level. So it stops where a collection contains itself,
/// which a program can bring about, and where bytes are nested deeper than what can be written.
struct ContentPath {
    private var contents: [ObjectIdentifier] = []
    private var depth = 0

    /// Goes down to a collection.
    ///
    /// - Parameter content: The content of an object.
    /// - Returns: The way to its items, or `nil` if it is nested too deep or in itself.
    func entering(_ content: AnyObject) -> ContentPath? {
        let identity = ObjectIdentifier(content)
        guard !contents.contains(identity), var path = enteringStored() else { return nil }
        path.contents.append(identity)
        return path
    }

    /// Goes down to a collection in bytes.
    ///
    /// - Returns: The way to its items, or `nil` if it is nested too deep.
    func enteringStored() -> ContentPath? {
        guard depth < FleeceWriter.maximumDepth else { return nil }
        var path = self
        path.depth += 1
        return path
    }
}

extension DocumentValue.Form {
    /// Copies an object with all that is in it; any other value is its own copy.
    func mutableCopy(_ path: ContentPath) -> Self {
        switch self {
        case .dictionary(let dictionary):
            .dictionary(MutableDictionaryObject(dictionary.content.mutableCopy(path)))
        case .array(let array): .array(MutableArrayObject(array.content.mutableCopy(path)))
        default: self
        }
    }
}
