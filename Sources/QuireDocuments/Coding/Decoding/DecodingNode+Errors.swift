import Fleece
import QuirePlatform

extension DecodingNode {
    /// Returns the error for a value that is null, missing or not of the requested type.
    func mismatch(
        _ type: Any.Type, at location: FleeceLocation?, step: PathStep = .none
    ) -> DecodingError {
        guard let location, !reader.isNull(location) else {
            let found = location == nil ? "no value" : "null"
            return .valueNotFound(type, context("expected \(type), found \(found)", below: step))
        }
        return .typeMismatch(
            type, context("expected \(type), found \(found(location))", below: step))
    }

    /// Returns the error for a number that the requested type cannot represent.
    func misfit(_ type: Any.Type, at location: FleeceLocation, step: PathStep) -> DecodingError {
        corrupted("\(found(location)) does not fit in \(type)", step)
    }

    func missing<Key: CodingKey>(_ key: Key, _ keys: UnsafeReference<DecodingKeys>) -> DecodingError
    {
        let name = keys.withObject { $0.text(key) }
        let base = context("key \"\(name)\" is missing", below: .none)
        return .keyNotFound(
            key,
            DecodingError.Context(
                codingPath: base.codingPath,
                debugDescription: base.debugDescription + defaultsHint))
    }

    /// An explanation of how a type decodes documents that were stored before it got a property.
    private var defaultsHint: String {
        guard session.withObject({ $0.identity }) != nil, let owner,
            !(owner is any DefaultsProviding.Type)
        else { return "" }
        return """
            . If the document is older than the property, declare default values: extension \(owner): \
            DefaultsProviding { static var defaults: \(owner) { \(owner)(…) } }
            """
    }

    func corrupted(_ description: String, _ step: PathStep = .none) -> DecodingError {
        .dataCorrupted(context(description, below: step))
    }

    func context(_ description: String, below step: PathStep) -> DecodingError.Context {
        let identity = session.withObject { $0.identity }
        let document = identity.map { " in document \"\($0.id)\"" } ?? ""
        return DecodingError.Context(
            codingPath: step.key.map { keys + [$0] } ?? keys,
            debugDescription: description + document)
    }

    /// Returns a short description of the value at a location.
    func found(_ location: FleeceLocation?) -> String {
        guard let location else { return "no value" }
        switch reader.kind(location) {
        case .array: return "an array"
        case .dictionary: return "a dictionary"
        case .data: return numberText(location) ?? "data"
        case .undefined: return "undefined"
        case .string:
            guard let text = reader.string(location) else { return "a string that is not UTF-8" }
            return "the string \"\(text.count > 40 ? text.prefix(40) + "…" : text)\""
        case .null, .boolean, .integer, .float, .double:
            let storage = session.withObject { $0.storage }
            let json = try? FleeceValue(storage, location).json()
            return json ?? reader.double(location)?.description ?? "a damaged number"
        }
    }
}
