/// Limits for the HTTP messages of a peer.
package struct HTTPLimits: Sendable {
    /// The greatest number of bytes in a line.
    package var line = 8_192
    /// The greatest number of bytes in a head.
    package var head = 65_536
    /// The greatest number of header fields.
    package var fields = 100
    /// The greatest number of bytes in a body.
    package var body = 16_777_216

    package init() {}
}
