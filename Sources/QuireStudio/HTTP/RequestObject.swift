import Fleece

/// The JSON object in the body of a request, with accessors that check the kinds of its values.
///
/// A missing key and null are equal.
struct RequestObject: Sendable {
    let dictionary: FleeceDictionary

    init(_ dictionary: FleeceDictionary) {
        self.dictionary = dictionary
    }

    /// Returns the value of a key, unless it is null.
    func value(_ key: String) -> FleeceValue? {
        dictionary[key].flatMap { $0.isNull ? nil : $0 }
    }

    func string(_ key: String) throws(StudioError) -> String? {
        try convert(key, to: "a string") { $0.string }
    }

    func requiredString(_ key: String) throws(StudioError) -> String {
        guard let text = try string(key) else { throw .invalidRequest("\(key) is missing.") }
        return text
    }

    func boolean(_ key: String) throws(StudioError) -> Bool {
        try convert(key, to: "a Boolean") { $0.boolean } ?? false
    }

    /// Returns an integer within a range.
    func integer(
        _ key: String, in range: ClosedRange<Int64>
    ) throws(StudioError) -> Int? {
        try convert(key, to: "an integer from \(range.lowerBound) to \(range.upperBound)") {
            value in
            guard value.kind == .integer, let integer = value.int64, range.contains(integer) else {
                return nil
            }
            return Int(integer)
        }
    }

    /// Returns a positive number.
    func number(_ key: String, upTo maximum: Double) throws(StudioError) -> Double? {
        try convert(key, to: "a positive number up to \(maximum)") { value in
            switch value.kind {
            case .integer, .float, .double:
                value.double.flatMap { $0 > 0 && $0 <= maximum ? $0 : nil }
            default: nil
            }
        }
    }

    func strings(_ key: String) throws(StudioError) -> [String]? {
        guard let values = try array(key) else { return nil }
        var strings: [String] = []
        for value in values {
            guard let string = value.string else {
                throw .invalidRequest("\(key) is not an array of strings.")
            }
            strings.append(string)
        }
        return strings
    }

    func objects(_ key: String) throws(StudioError) -> [RequestObject] {
        guard let values = try array(key) else { return [] }
        var objects: [RequestObject] = []
        for value in values {
            guard let dictionary = value.dictionary else {
                throw .invalidRequest("\(key) is not an array of objects.")
            }
            objects.append(RequestObject(dictionary))
        }
        return objects
    }

    func object(_ key: String) throws(StudioError) -> FleeceDictionary? {
        try convert(key, to: "an object") { $0.dictionary }
    }

    private func array(_ key: String) throws(StudioError) -> FleeceArray? {
        try convert(key, to: "an array") { $0.array }
    }

    private func convert<Value>(
        _ key: String, to kind: String, _ conversion: (FleeceValue) -> Value?
    ) throws(StudioError) -> Value? {
        guard let value = value(key) else { return nil }
        guard let result = conversion(value) else {
            throw .invalidRequest("\(key) is not \(kind).")
        }
        return result
    }
}
