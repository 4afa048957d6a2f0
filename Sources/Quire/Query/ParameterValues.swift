import Fleece

/// The values of parameters as they are when a query begins, each as a Fleece document.
///
/// What is changed of a mutable array afterwards does not show in them.
struct ParameterValues: Sendable {
    private let values: [String: Result<[UInt8], any Error>]

    init(_ parameters: Parameters? = nil) {
        var values: [String: Result<[UInt8], any Error>] = [:]
        for name in parameters?.names.map(\.self) ?? [] {
            values[name] = Result { try parameters?.encoded(name) ?? [] }
        }
        self.values = values
    }

    /// A parameter's value as a Fleece document, or `nil` if there is none.
    ///
    /// - Parameter name: The parameter's name, without the dollar sign.
    /// - Returns: The bytes of the document.
    /// - Throws: ``QuireError`` with code `invalidQueryParameter` if the value cannot be stored.
    func encoded(_ name: String) throws -> [UInt8]? {
        try values[name]?.get()
    }

    /// A parameter's value, or `nil` if there is none that can be stored.
    subscript(name: String) -> FleeceValue? {
        guard let bytes = try? values[name]?.get() else { return nil }
        return bytes.withUnsafeBytes { FleeceStorage(copying: $0).root }
    }
}
