#if Replication
    /// The sizes of bodies that are accepted, by the kind of the message.
    ///
    /// A longer body is discarded while it arrives, and the request is answered with the status 413.
    package struct BLIPBodyLimits: Sendable {
        /// The maximum sizes of requests by their property `Profile`, in bytes.
        package var requests: [String: Int] = [:]
        /// The maximum size of other requests.
        package var otherRequests = Int.max
        /// The maximum size of responses.
        ///
        /// Those whose body is received in parts do not count.
        package var responses = Int.max
        /// The maximum size of the text of an error.
        package var errors = Int.max
        /// The size up to which a response is accepted if there is no memory.
        package var smallResponses = 64 << 10

        package init() {}

        /// Returns the maximum size of a body.
        ///
        /// - Parameters:
        ///   - type: The kind of the message.
        ///   - properties: Its properties in the transmitted form.
        /// - Returns: The number of bytes.
        func maximum(_ type: BLIPFrameType, _ properties: ArraySlice<UInt8>) -> Int {
            switch type {
            case .errorResponse: return errors
            case .response: return responses
            default:
                guard let profile = BLIPProperties.value(of: "Profile", in: properties) else {
                    return otherRequests
                }
                return requests[String(decoding: profile, as: UTF8.self)] ?? otherRequests
            }
        }
    }

    extension BLIPError {
        /// The error for a request that needs more memory than is left for it.
        package static let exhausted = BLIPError(
            domain: "HTTP", code: 503, message: "the memory of the listener is exhausted")

        /// The error for a message whose body is too long.
        static func tooLong(_ maximum: Int) -> BLIPError {
            BLIPError(
                domain: "HTTP", code: 413, message: "the message has more than \(maximum) bytes")
        }
    }

    /// The error of a request whose response was discarded, because of its size.
    package struct BLIPRefusedResponse: Error, Sendable, Equatable {
        /// The reason.
        package var error: BLIPError
    }
#endif
