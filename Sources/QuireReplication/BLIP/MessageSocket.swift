#if Replication
    package import Foundation

    /// A connection that transmits whole binary messages in both directions.
    ///
    /// One task at a time may send, and one task at a time may receive. Both may run concurrently.
    package protocol MessageSocket: Sendable {
        /// Sends one message, and suspends while much is unsent.
        ///
        /// - Parameter message: The bytes of the message.
        /// - Throws: An error if the connection is closed or lost.
        func send(_ message: [UInt8]) async throws

        /// Returns the next message, and suspends until there is one.
        ///
        /// - Returns: The next message, or `nil` after the connection was closed. Then, `closeStatus`
        ///   contains the reason.
        /// - Throws: An error if the connection was lost, or if the peer violated the protocol.
        func receive() async throws -> [UInt8]?

        /// Begins the closing handshake, or answers that of the peer.
        ///
        /// The method returns when the handshake is complete, after at most 5 seconds.
        ///
        /// - Parameters:
        ///   - code: The status code.
        ///   - reason: The reason for the peer's log.
        func close(code: UInt16, reason: String) async

        /// Ends the connection without a handshake.
        func abort()

        /// The reason for which the connection is closed, or `nil` if it is open.
        var closeStatus: SocketCloseStatus? { get }

        /// What is known about the other end of the connection.
        var peer: PeerDescription { get }

        /// The lead of the clock of this computer over that of the peer in seconds, when the connection
        /// was opened, or `nil` if the peer did not name its time.
        var clockDifference: TimeInterval? { get }
    }

    extension MessageSocket {
        package var clockDifference: TimeInterval? { nil }

        package var peer: PeerDescription { PeerDescription() }
    }

    /// The reason for which a connection is closed.
    package struct SocketCloseStatus: Sendable, Equatable {
        /// The status code of the closing handshake, or 1006 if the connection was lost.
        package let code: UInt16

        /// The text in the closing handshake, which may be empty.
        package let reason: String

        /// Whether the peer began the closing handshake.
        package let byPeer: Bool

        /// Creates a status.
        ///
        /// - Parameters:
        ///   - code: The status code.
        ///   - reason: The text in the closing handshake.
        ///   - byPeer: Whether the peer began the closing handshake.
        package init(code: UInt16, reason: String, byPeer: Bool) {
            self.code = code
            self.reason = reason
            self.byPeer = byPeer
        }
    }

    extension SocketCloseStatus {
        /// The status of a connection that ended without a closing handshake.
        static let lost = SocketCloseStatus(
            code: 1006, reason: "The connection was lost.", byPeer: false)
    }
#endif
