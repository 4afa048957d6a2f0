#if Replication
    import QuireNetwork

    /// How a connection ended.
    package enum BLIPEnd: Sendable {
        /// The socket was closed by either side, or lost.
        case closed(SocketCloseStatus)
        /// The socket failed, the peer violated the protocol (``BLIPViolation``), or the task was
        /// canceled.
        case failed(any Error)

        /// The error of a request that was not answered before the end.
        ///
        /// It is a ``BLIPClosedError``, a ``BLIPViolation``, a `NetworkError` or a `CancellationError`, so
        /// that the error of a socket is not taken for one of the database.
        package var error: any Error {
            switch self {
            case .closed(let status): BLIPClosedError(status: status)
            case .failed(let error)
            where error is BLIPViolation || error is NetworkError || error is CancellationError:
                error
            case .failed: BLIPClosedError(status: .lost)
            }
        }
    }

    /// The error of a request whose connection was closed before the response.
    package struct BLIPClosedError: Error, Sendable, Equatable {
        package var status: SocketCloseStatus
    }

    /// A violation of the protocol by the peer, or of a limit.
    package struct BLIPViolation: Error, Sendable, Equatable {
        /// The status code with which the connection is closed.
        package var code: UInt16
        package var message: String

        /// A frame that the protocol does not permit in this place.
        static func protocolError(_ message: String) -> Self {
            Self(code: 1002, message: message)
        }

        /// Contents that cannot be read.
        static func invalidData(_ message: String) -> Self {
            Self(code: 1003, message: message)
        }

        /// More messages than permitted.
        static func tooMany(_ message: String) -> Self {
            Self(code: 1008, message: message)
        }

        /// A frame or message that is longer than permitted.
        static func tooLong(_ message: String) -> Self {
            Self(code: 1009, message: message)
        }

        /// A failure of this side.
        static func internalError(_ message: String) -> Self {
            Self(code: 1011, message: message)
        }
    }
#endif
