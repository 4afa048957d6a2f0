import Fleece
import Quire
import QuireFormats
import QuireInspection
import QuireNetwork
import SQLPlusPlus

/// An error with which a request is answered.
struct StudioError: Error, Sendable {
    /// The kinds of errors, with their names in answers.
    enum Code: String, Sendable {
        case notFound, conflict, invalidRequest, invalidJSON, invalidQuery, readOnly, unauthorized
        case forbidden, tooLarge, timeout, busy, unsupported, failed
    }

    let status: Int
    let code: Code
    let message: String
    /// The offset in the text of the request that the error is about, in bytes.
    var position: Int?

    init(_ status: Int, _ code: Code, message: String, position: Int? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.position = position
    }

    static func invalidRequest(_ message: String) -> StudioError {
        StudioError(400, .invalidRequest, message: message)
    }

    static func notFound(_ message: String) -> StudioError {
        StudioError(404, .notFound, message: message)
    }

    static func unsupported(_ message: String) -> StudioError {
        StudioError(400, .unsupported, message: message)
    }

    /// The error as JSON.
    var node: JSONNode {
        var pairs: [(key: String, value: JSONNode)] = [
            ("code", .string(code.rawValue)), ("message", .string(message)),
        ]
        if let position { pairs.append(("position", .integer(Int64(position)))) }
        return .object(pairs)
    }
}

extension StudioError {
    /// Describes any error of a request.
    init(_ error: any Error) {
        switch error {
        case let error as StudioError: self = error
        case let error as HTTPError: self.init(http: error)
        case let error as QuireError: self.init(quire: error)
        case let error as JSONError:
            self.init(400, .invalidJSON, message: error.description, position: error.offset)
        case is CancellationError: self.init(408, .timeout, message: "The request was canceled.")
        default: self.init(500, .failed, message: "\(error)")
        }
    }

    private init(http error: HTTPError) {
        let code: Code = error.status == 413 || error.status == 431 ? .tooLarge : .invalidRequest
        self.init(error.status, code, message: error.message)
    }

    private init(quire error: QuireError) {
        let (status, code): (Int, Code) =
            switch error.code {
            case .notFound: (404, .notFound)
            case .conflict, .duplicateValue: (409, .conflict)
            case .invalidQuery, .invalidQueryParameter, .missingIndex: (400, .invalidQuery)
            case .invalidJSON: (400, .invalidJSON)
            case .badDocumentID, .invalidParameter, .badRevisionID, .encodingError,
                .validationFailed:
                (400, .invalidRequest)
            case _ where error.isDocumentRefusal: (400, .invalidRequest)
            case .notWriteable: (403, .readOnly)
            case .timeLimitExceeded: (408, .timeout)
            case .busy, .notOpen, .suspended: (503, .busy)
            case .unsupportedOperation: (400, .unsupported)
            default: (500, .failed)
            }
        let cause = error.underlyingError as? SQLPlusPlusError
        self.init(status, code, message: error.message, position: cause?.offset)
    }
}
