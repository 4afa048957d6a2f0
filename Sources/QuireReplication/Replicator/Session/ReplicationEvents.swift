#if Replication
    package import Quire
    import QuireNetwork

    /// What happened to one document.
    package struct DocumentEvent: Sendable {
        package let collection: DocumentCollection
        /// The ID of the document.
        package let id: String
        /// Whether the document was sent, not received.
        package let isPush: Bool
        /// Whether the revision is a deletion.
        package let isDeleted: Bool
        /// Whether the document was purged because it is no longer accessible.
        package var isAccessRemoved = false
        /// Why the document was not replicated, or `nil` after a success.
        package var error: BLIPError?
    }

    /// The number of changes that a replication has processed and found.
    package struct ReplicationProgress: Sendable, Equatable {
        /// The number of changes that are replicated, or need not be.
        package var completed: UInt64 = 0
        /// The number of changes that are known so far.
        package var total: UInt64 = 0
    }

    /// What a session reports while it runs.
    package enum SessionEvent: Sendable {
        /// The connection is established.
        case connected
        /// Work has begun, or all of it is done.
        case activity(isBusy: Bool)
        /// The progress has changed.
        case progress(ReplicationProgress)
        /// Documents were replicated or refused.
        case documents([DocumentEvent])
        /// A conflict was resolved in which one of the revisions had contents.
        case resolved(SyncSummary.Conflict)
        /// The content of a blob was received, or the other database has requested it.
        case blob(digest: String)
        /// Something that the user should know, and that is no error of one document.
        case warning(String)
    }

    /// Why a session ended.
    package enum SessionEnd: Sendable {
        /// A replication that is not continuous has completed.
        case completed
        /// The replication was stopped.
        case stopped
        /// The replication cannot continue on this connection.
        case failed(SessionFailure)
    }

    /// An error that ends a session.
    package struct SessionFailure: Error, Sendable, Equatable {
        /// The domain of the code: `HTTP`, `BLIP`, `LiteCore`, `WebSocket` or `Network`, or `Quire` for an
        /// error of this database.
        package let domain: String
        /// The code in its domain.
        package let code: Int
        /// A message that names the cause.
        package let message: String
        /// Whether a later attempt can succeed.
        package let isTransient: Bool
        /// The number of the operating system's error, if it was one.
        var systemError: Int32?
        /// The positions of the collections that the other database does not have.
        var missingCollections: [Int] = []

        package init(domain: String, code: Int, message: String, isTransient: Bool) {
            self.domain = domain
            self.code = code
            self.message = message
            self.isTransient = isTransient
        }

        /// Creates a failure from an error of this database.
        init(local error: QuireError) {
            self.init(
                domain: "Quire", code: error.code.rawValue, message: error.message,
                isTransient: error.isTransient)
        }

        /// Creates a failure from an error of the other database.
        init(_ error: BLIPError) {
            let transientStatuses: Set<Int> = [408, 429, 502, 503, 504]
            self.init(
                domain: error.domain, code: error.code, message: error.message,
                isTransient: error.domain == "HTTP" && transientStatuses.contains(error.code))
        }

        /// Creates a failure from the end of a connection.
        init(_ end: BLIPEnd) {
            switch end {
            case .closed(let status): self.init(status)
            case .failed(let error as BLIPViolation):
                self.init(
                    domain: "WebSocket", code: Int(error.code), message: error.message,
                    isTransient: false)
            case .failed(let error as NetworkError): self.init(error)
            case .failed(WebSocketError.closed(let status)): self.init(status)
            case .failed(let error as BLIPClosedError): self.init(error.status)
            case .failed(let error):
                self.init(
                    domain: "WebSocket", code: 1006, message: "the connection was lost: \(error)",
                    isTransient: true)
            }
        }

        /// Creates a failure from the status with which a connection was closed.
        init(_ status: SocketCloseStatus) {
            // This side did not begin the closing, so 1000 is no success. Sync Gateway sends it if it is
            // stopped, and after errors of the protocol.
            let isTransient = [1000, 1001, 1006, 4001].contains(status.code)
            self.init(
                domain: "WebSocket", code: Int(status.code),
                message: status.reason.isEmpty
                    ? "the connection was closed with code \(status.code)" : status.reason,
                isTransient: isTransient)
        }

        /// Whether the other database has ended its work, such as a listener that was stopped.
        var isGoingAway: Bool { domain == "WebSocket" && code == 1001 }
    }

    extension QuireError {
        /// Whether the database can be used again later, without a change of the program.
        var isTransient: Bool { code == .suspended || code == .busy }
    }

    extension BLIPError {
        /// Creates the error that the other database receives for an error of this one.
        init(local error: any Error) {
            switch error {
            case let error as BLIPError: self = error
            case let error as BLIPRefusedResponse: self = error.error
            case let error as ReplicationFailure:
                self.init(domain: error.domain, code: error.code, message: error.message)
            case let error as BLIPClosedError:
                self.init(
                    domain: "WebSocket", code: Int(error.status.code), message: error.status.reason)
            case let error as NetworkError:
                self.init(domain: "Network", code: 0, message: error.message)
            case let error as BLIPViolation:
                self.init(domain: "WebSocket", code: Int(error.code), message: error.message)
            case is CancellationError:
                self.init(
                    domain: "WebSocket", code: 1006, message: "the connection ended before")
            case let error as QuireError where error.isTransient:
                self = .http(503, error.message)
            case let error as QuireError:
                self.init(
                    domain: "LiteCore", code: Int(error.code.rawValue), message: error.message)
            default: self.init(domain: "BLIP", code: 501, message: "unexpected error")
            }
        }

        /// Whether the cause of this error of a received revision may pass soon.
        ///
        /// The status 500 is that of documents that the other database cannot read.
        var isTransientForReceiver: Bool {
            isTransientForDocument && !(domain == "HTTP" && code == 500)
        }

        /// Whether the document with this error can be sent later.
        ///
        /// Both databases can be closed or locked, and their disks can be full. All other errors of a
        /// database concern the revision, and would occur again.
        var isTransientForDocument: Bool {
            let transientCodes: [QuireError.Code] = [
                .notOpen, .cantOpenFile, .ioError, .memoryError, .busy,
            ]
            switch domain {
            case "HTTP": return [408, 429, 500, 502, 503, 504].contains(code)
            case "LiteCore": return transientCodes.contains(QuireError.Code(rawValue: code))
            // A database of Couchbase Lite that is busy, or whose memory or disk is full.
            case "SQLite": return [5, 7, 10, 13, 14].contains(code & 0xFF)
            case "POSIX": return true
            default: return isOfConnection
            }
        }
    }
#endif
