import Fleece
import QuireNetwork

/// A request that passed all checks, with its body.
struct StudioRequest: Sendable {
    let method: String
    let target: RequestTarget
    let headers: HTTPHeaders
    let body: [UInt8]

    /// Returns the value of a parameter in the query of the target.
    ///
    /// - Throws: ``StudioError`` if it is missing.
    func parameter(_ name: String) throws(StudioError) -> String {
        guard let value = target.query[name] else {
            throw .invalidRequest("The parameter \(name) is missing.")
        }
        return value
    }

    /// Returns the body as a JSON object.
    ///
    /// - Throws: ``StudioError`` if the body is not a JSON object, with the position of a syntax error.
    func object() throws(StudioError) -> RequestObject {
        RequestObject(try Self.object(inJSON: body))
    }

    /// Returns the object in JSON text.
    ///
    /// - Throws: The errors of ``object()``.
    static func object(inJSON bytes: [UInt8]) throws(StudioError) -> FleeceDictionary {
        guard let text = String(validUTF8: bytes) else {
            throw StudioError(400, .invalidJSON, message: "The body is not UTF-8.")
        }
        let value: FleeceDictionary?
        do {
            value = try FleeceStorage(json: text).rootDictionary
        } catch let error as JSONError {
            throw StudioError(error)
        } catch {
            throw StudioError(400, .invalidJSON, message: "\(error)")
        }
        guard let value else {
            throw StudioError(
                400, .invalidJSON, message: "The body is not a JSON object.", position: 0)
        }
        return value
    }

    /// The value of `If-Match`, without its quotation marks.
    var expectedRevision: String? {
        get throws(StudioError) {
            guard let text = try onlyValue(of: "If-Match") else { return nil }
            guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else {
                throw .invalidRequest("If-Match is not a revision in quotation marks.")
            }
            return String(text.dropFirst().dropLast())
        }
    }

    /// Whether the header `If-None-Match` requires that the document does not exist.
    var requiresAbsence: Bool {
        get throws(StudioError) { try onlyValue(of: "If-None-Match") == "*" }
    }

    private func onlyValue(of name: String) throws(StudioError) -> String? {
        let values = headers.values(of: name)
        guard values.count < 2 else { throw .invalidRequest("\(name) occurs twice.") }
        return values.first
    }
}
