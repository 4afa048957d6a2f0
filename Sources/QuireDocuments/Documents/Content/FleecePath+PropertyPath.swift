package import Fleece
package import SQLPlusPlus

extension FleecePath {
    /// Creates a Fleece path from a property path.
    package init(_ path: PropertyPath) {
        self.init(
            path.components.map { component in
                switch component {
                case .key(let key): .key(FleeceKey(key))
                case .index(let index): .index(index)
                }
            })
    }
}
