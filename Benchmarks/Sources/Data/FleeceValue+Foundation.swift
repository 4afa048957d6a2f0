import Foundation
import Quire

extension FleeceValue {
    /// Returns whether the value equals an object created by `JSONSerialization`.
    func equals(_ object: Any) -> Bool {
        switch kind {
        case .null: object is NSNull
        case .boolean: (object as? Bool) == boolean
        case .integer:
            (object as? NSNumber).map {
                isUnsigned ? $0.uint64Value == uint64 : $0.int64Value == int64
            }
                ?? false
        case .float, .double: (object as? NSNumber)?.doubleValue == double
        case .string: (object as? String) == string
        case .array: equals(array: object as? [Any])
        case .dictionary: equals(dictionary: object as? [String: Any])
        case .data, .undefined: false
        }
    }

    private func equals(array objects: [Any]?) -> Bool {
        guard let array, let objects, array.count == objects.count else { return false }
        return zip(array, objects).allSatisfy { $0.equals($1) }
    }

    private func equals(dictionary objects: [String: Any]?) -> Bool {
        guard let dictionary, let objects, dictionary.count == objects.count else { return false }
        return dictionary.allSatisfy { key, value in
            objects[key].map { value.equals($0) } ?? false
        }
    }
}
