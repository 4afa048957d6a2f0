import Fleece
import SQLPlusPlus

/// The document ID and the properties that terms read, by number, so that each is read once a
/// document.
struct PropertyPlaces {
    /// The number of the document's ID.
    static let documentID = 0

    private var numbers: [PropertyPath: Int] = [:]
    /// The paths by number; the ID has none.
    private(set) var paths: [FleecePath?] = [nil]

    /// Returns the number of a path, a new one for a new path.
    mutating func number(of path: PropertyPath) -> Int {
        if let number = numbers[path] { return number }
        paths.append(FleecePath(path))
        numbers[path] = paths.count - 1
        return paths.count - 1
    }
}
