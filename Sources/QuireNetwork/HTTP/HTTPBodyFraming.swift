/// How many bytes of a body follow the head of a message.
package enum HTTPBodyFraming: Sendable, Equatable {
    case length(Int)
    case chunked
    /// All bytes until the peer closes the connection.
    case untilEnd
}
