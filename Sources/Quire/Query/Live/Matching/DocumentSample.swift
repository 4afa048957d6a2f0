import Fleece
import SQLPlusPlus

/// The places in documents that conditions are about, by number.
struct SamplePlaces {
    /// The number of the document's ID.
    static let documentID = 0

    private var numbers: [PropertyPath: Int] = [:]
    /// The paths by number; the ID has none.
    fileprivate private(set) var paths: [FleecePath?] = [nil]

    /// The number of a path, a new one if nobody has been interested in it.
    mutating func number(of path: PropertyPath) -> Int {
        if let number = numbers[path] { return number }
        paths.append(FleecePath(path))
        numbers[path] = paths.count - 1
        return paths.count - 1
    }
}

/// The values of one document that conditions are about, each read once, when it is needed.
///
/// The document's bytes are borrowed and must stay until the next document is looked at.
struct DocumentSample {
    private var values: [ScalarValue] = []
    /// In which round a value was read.
    private var rounds: [UInt64] = []
    private var round: UInt64 = 0
    private var places = SamplePlaces()
    private var id = UnsafeRawBufferPointer(start: nil, count: 0)
    private var body = UnsafeRawBufferPointer(start: nil, count: 0)
    private var keys = SharedKeys.empty

    /// Begins with another document.
    mutating func begin(
        id: UnsafeRawBufferPointer, body: UnsafeRawBufferPointer, keys: SharedKeys
    ) {
        (self.id, self.body, self.keys) = (id, body, keys)
        round += 1
    }

    /// Tells which places there are.
    mutating func setPlaces(_ places: SamplePlaces) {
        self.places = places
        let added = places.paths.count - values.count
        guard added > 0 else { return }
        values += Array(repeating: .unknown, count: added)
        rounds += Array(repeating: 0, count: added)
    }

    /// The value at a place.
    mutating func value(_ place: Int) -> ScalarValue {
        if rounds[place] == round { return values[place] }
        let value: ScalarValue =
            if let path = places.paths[place] {
                ScalarValue(at: path, in: body, keys: keys)
            } else {
                .text(id)
            }
        values[place] = value
        rounds[place] = round
        return value
    }
}
