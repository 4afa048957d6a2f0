import Fleece
import Quire

/// The table of shared keys of a database that may be damaged.
enum SharedKeysOrNone {
    /// The table could be read.
    case known(SharedKeys)
    /// It could not: of numbers in bodies nothing can be said.
    case none

    /// The table, or an empty one.
    var table: SharedKeys {
        if case .known(let keys) = self { keys } else { .empty }
    }

    /// Whether numbers can be looked up.
    var isKnown: Bool {
        if case .known = self { true } else { false }
    }
}
