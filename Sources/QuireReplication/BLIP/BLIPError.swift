#if Replication
    /// An error that one side of a connection sends as the response to a request.
    package struct BLIPError: Error, Sendable, Equatable {
        /// The domain of the code: `BLIP`, `HTTP`, `LiteCore`, `POSIX` or another.
        package var domain: String
        package var code: Int
        package var message: String

        package init(domain: String, code: Int, message: String) {
            self.domain = domain
            self.code = code
            self.message = message
        }

        /// The domain of errors that concern the protocol itself, and of errors without a domain.
        package static let protocolDomain = "BLIP"

        /// The error for a request whose profile no handler accepts.
        package static let unknownProfile = BLIPError(
            domain: protocolDomain, code: 404, message: "No handler for the message.")

        /// The error for a request whose handler did not respond.
        package static let unanswered = BLIPError(
            domain: protocolDomain, code: 501, message: "The request was not answered.")

        /// The error that replaces a response whose properties cannot be transmitted.
        static let untransmittable = BLIPError(
            domain: protocolDomain, code: 501, message: "The response cannot be transmitted.")

        /// Reads the contents of an error response.
        init(_ message: BLIPMessage) {
            domain = message.properties["Error-Domain"] ?? Self.protocolDomain
            code = message.properties.integer("Error-Code") ?? 0
            self.message = String(decoding: message.body, as: UTF8.self)
        }

        /// Whether the other database has another revision of the document.
        var isConflict: Bool {
            (domain == "HTTP" && code == 409) || (domain == "LiteCore" && code == 8)
        }

        /// Whether the connection is the cause, not the request.
        var isOfConnection: Bool { ["WebSocket", "Network"].contains(domain) }

        /// The contents of an error response.
        ///
        /// Characters U+0000 of the domain are removed, because properties cannot contain them.
        var response: BLIPMessage {
            BLIPMessage(
                properties: [
                    "Error-Domain": domain.filter { $0 != "\0" }, "Error-Code": String(code),
                ],
                body: Array(message.utf8))
        }
    }
#endif
