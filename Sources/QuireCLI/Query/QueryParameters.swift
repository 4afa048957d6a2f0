import Fleece
import Foundation
import Quire

/// Parsing of query parameters.
enum QueryParameters {
    /// The option for a parameter.
    static let option = OptionSpecification.list(
        "param", "NAME=JSON", letter: "p",
        help: "the value of the parameter $NAME, or NAME=@FILE to read it")

    /// The maximum size of a file with a value.
    private static let fileLimit = 16 << 20

    /// Parses parameter values.
    ///
    /// - Parameters:
    ///   - texts: Parameters in the form `NAME=JSON` or `NAME=@FILE`.
    ///   - known: Existing values; new values replace those with the same name.
    /// - Returns: The values.
    /// - Throws: ``UsageError`` that names the invalid parameter, ``Failure`` if a file cannot be read.
    static func read(
        _ texts: [String], adding known: Parameters = Parameters()
    ) throws -> Parameters {
        let parameters = Parameters(parameters: known)
        for text in texts {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0].hasPrefix("$") ? parts[0].dropFirst() : parts[0])
            guard parts.count == 2, !name.isEmpty else {
                throw UsageError("--param must be NAME=JSON, not \(text.debugDescription)")
            }
            if parts[1].hasPrefix("@") {
                try set(contentOf: String(parts[1].dropFirst()), name: name, in: parameters)
                continue
            }
            guard let value = try? FleeceStorage(json: String(parts[1])).root else {
                throw UsageError(
                    "the value of \(name) is not JSON: \(parts[1]); put strings in double quotes")
            }
            try set(value, json: parts[1], name: name, in: parameters)
        }
        return parameters
    }

    /// Sets a parameter to the JSON in a file, or to the bytes of a vector in base64.
    private static func set(
        contentOf path: String, name: String, in parameters: Parameters
    ) throws {
        let data = try BoundedFile.read(path, limit: fileLimit, contents: "a parameter")
        if let text = String(data: data, encoding: .utf8),
            let value = try? FleeceStorage(json: text).root
        {
            return try set(value, json: text[...], name: name, in: parameters)
        }
        guard !data.isEmpty, data.count.isMultiple(of: 4) else {
            throw Failure(
                "\(path) is neither JSON nor a vector: 32-bit floating-point numbers, with the lowest "
                    + "byte first")
        }
        parameters.setString(data.base64EncodedString(), forName: name)
    }

    private static func set(
        _ value: FleeceValue, json: Substring, name: String, in parameters: Parameters
    ) throws {
        switch value.kind {
        case .null, .undefined, .data: parameters.setString(nil, forName: name)
        case .boolean: parameters.setBoolean(value.boolean ?? false, forName: name)
        case .string: parameters.setString(value.string, forName: name)
        case .integer where value.int64 != nil:
            parameters.setInt64(value.int64 ?? 0, forName: name)
        case .integer, .float, .double: parameters.setDouble(value.double ?? 0, forName: name)
        case .array:
            parameters.setArray(try MutableArrayObject(json: String(json)), forName: name)
        case .dictionary:
            parameters.setDictionary(try MutableDictionaryObject(json: String(json)), forName: name)
        }
    }
}
