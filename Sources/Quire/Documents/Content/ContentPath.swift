import Fleece

/// The way from a collection to one that is nested in it.
///
/// Going through objects calls itself for each level. So it stops where a collection contains itself,
/// which a program can bring about, and where they are nested deeper than what can be written.
struct ContentPath {
    private var contents: [ObjectIdentifier] = []

    /// Goes down to a collection.
    ///
    /// - Parameter content: The content of an object.
    /// - Returns: The way to its items, or `nil` if it is nested too deep or in itself.
    func entering(_ content: AnyObject) -> ContentPath? {
        let identity = ObjectIdentifier(content)
        guard contents.count < FleeceWriter.maximumDepth, !contents.contains(identity) else {
            return nil
        }
        var path = self
        path.contents.append(identity)
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
