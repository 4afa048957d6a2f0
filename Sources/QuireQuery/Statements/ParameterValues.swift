package import Fleece

/// The values of a query's parameters at the beginning of a run, as Fleece documents.
///
/// Later changes to mutable arrays and dictionaries don't affect them.
package struct ParameterValues: Sendable {
    private let values: [String: Result<[UInt8], any Error>]
    /// The names of the parameters whose values can contain dictionaries.
    package let namesOfDictionaries: Set<String>

    package init(_ parameters: Parameters? = nil) {
        var values: [String: Result<[UInt8], any Error>] = [:]
        if let parameters {
            for name in parameters.names {
                values[name] = Result { try parameters.encoded(name) ?? [] }
            }
        }
        self.values = values
        namesOfDictionaries = Set(
            values.filter { (try? Self.mayContainDictionaries($0.value.get())) == true }.keys)
    }

    /// Returns whether a value is a dictionary, or an array that contains collections.
    private static func mayContainDictionaries(_ document: [UInt8]) -> Bool {
        let value = FleeceStorage(document).root
        return value?.kind == .dictionary
            || value?.array?.contains { $0.kind == .dictionary || $0.kind == .array } == true
    }

    /// Returns the value of a parameter as a Fleece document, or `nil` if it has no value.
    ///
    /// - Parameter name: The parameter's name, without the dollar sign.
    /// - Returns: The bytes of the document.
    /// - Throws: ``QuireError`` with code `invalidQueryParameter` if the value cannot be stored.
    package func encoded(_ name: String) throws -> [UInt8]? {
        try values[name]?.get()
    }

    /// The value of a parameter, or `nil` if it has no value or cannot be stored.
    package subscript(name: String) -> FleeceValue? {
        guard let bytes = try? values[name]?.get() else { return nil }
        return bytes.withUnsafeBytes { FleeceStorage(copying: $0).root }
    }
}
