/// The domain and the codes of errors.
///
/// Errors that this module throws are `NSError` objects, on Linux as well:
///
/// ```swift
/// do {
///     try collection.purge(id: "hotel-1")
/// } catch let error as NSError where error.code == CBLError.notFound {
///     print("no such document")
/// }
/// ```
public struct CBLError {
    /// The domain of errors.
    public static let domain = "CouchbaseLite"
}

extension CBLError {
    /// An internal assertion failed.
    public static let assertionFailed = 1
    /// The call is not implemented.
    public static let unimplemented = 2
    /// The encryption algorithm is not supported.
    public static let unsupportedEncryption = 3
    /// A string is not a revision ID.
    public static let badRevisionID = 4
    /// The revision data of a document is damaged, or a reserved key was changed.
    public static let corruptRevisionData = 5
    /// The database or the collection is not open.
    public static let notOpen = 6
    /// The document, collection or index does not exist.
    public static let notFound = 7
    /// A conflict with another change of the document.
    public static let conflict = 8
    /// An argument is invalid.
    public static let invalidParameter = 9
    /// An unexpected error.
    public static let unexpectedError = 10
    /// A file cannot be opened.
    public static let cantOpenFile = 11
    /// Reading or writing a file failed.
    public static let ioError = 12
    /// Memory allocation failed.
    public static let memoryError = 13
    /// The database cannot be written.
    public static let notWriteable = 14
    /// Stored data is damaged.
    public static let corruptData = 15
    /// The database is locked by another connection.
    public static let busy = 16
    /// The call requires a transaction.
    public static let notInTransaction = 17
    /// The call is not possible in a transaction.
    public static let transactionNotClosed = 18
    /// The operation is not supported.
    public static let unsupported = 19
    /// The file is not a database, or it is encrypted.
    public static let unreadableDatabase = 20
    /// The database does not have the required format.
    public static let wrongFormat = 21
    /// Encryption or decryption failed.
    public static let crypto = 22
    /// The query is invalid.
    public static let invalidQuery = 23
    /// The query requires a missing index.
    public static let missingIndex = 24
    /// A parameter of the query is missing or invalid.
    public static let invalidQueryParam = 25
    /// An unknown error of a remote server.
    public static let remoteError = 26
    /// The format of the database is too old.
    public static let databaseTooOld = 27
    /// The format of the database is too new.
    public static let databaseTooNew = 28
    /// The document ID is invalid.
    public static let badDocID = 29
    /// The database cannot be upgraded.
    public static let cantUpgradeDatabase = 30
}

extension CBLError {
    // MARK: Network

    /// The first code of network errors.
    public static let networkBase = 5000
    /// A DNS lookup failed.
    public static let dnsFailure = 5001
    /// The DNS server does not know the host.
    public static let unknownHost = 5002
    /// A connection timed out.
    public static let timeout = 5003
    /// The URL is invalid.
    public static let invalidURL = 5004
    /// A server redirected too often.
    public static let tooManyRedirects = 5005
    /// The TLS handshake failed.
    public static let tlsHandshakeFailed = 5006
    /// The server's certificate has expired.
    public static let tlsCertExpired = 5007
    /// The server's certificate is not trusted.
    public static let tlsCertUntrusted = 5008
    /// The server requires a client certificate.
    public static let tlsClientCertRequired = 5009
    /// The server rejected the client certificate.
    public static let tlsClientCertRejected = 5010
    /// The root of the server's certificate is unknown.
    public static let tlsCertUnknownRoot = 5011
    /// A server redirected to an invalid endpoint.
    public static let invalidRedirect = 5012
    /// The network interface is unknown.
    public static let unknownInterface = 5027
}

extension CBLError {
    // MARK: HTTP

    /// The code of an HTTP error is this number plus the HTTP status.
    public static let httpBase = 10000
    /// Authentication is required.
    public static let httpAuthRequired = 10401
    /// Access is forbidden.
    public static let httpForbidden = 10403
    /// The resource does not exist.
    public static let httpNotFound = 10404
    /// A proxy requires authentication.
    public static let httpProxyAuthRequired = 10407
    /// An update conflict.
    public static let httpConflict = 10409
    /// The data is too large.
    public static let httpEntityTooLarge = 10413
    /// The server is a teapot.
    public static let httpImATeapot = 10418
    /// An internal error of the server.
    public static let httpInternalServerError = 10500
    /// The server does not implement the request.
    public static let httpNotImplemented = 10501
    /// The service is unavailable.
    public static let httpServiceUnavailable = 10503
}

extension CBLError {
    // MARK: WebSocket

    /// The code of a WebSocket error is this number plus the WebSocket status minus 1000.
    public static let webSocketBase = 11000
    /// The peer is closing the connection.
    public static let webSocketGoingAway = 11001
    /// The peer violated the protocol.
    public static let webSocketProtocolError = 11002
    /// The peer cannot handle the data of a message.
    public static let webSocketDataError = 11003
    /// The connection closed unexpectedly.
    public static let webSocketAbnormalClose = 11006
    /// A message cannot be parsed.
    public static let webSocketBadMessageFormat = 11007
    /// A message violates a policy.
    public static let webSocketPolicyError = 11008
    /// A message is too large.
    public static let webSocketMessageTooBig = 11009
    /// The peer does not provide a required extension.
    public static let webSocketMissingExtension = 11010
    /// The peer cannot fulfill the request.
    public static let webSocketCantFulfill = 11011
}

extension CBLError {
    // MARK: JSON and models

    /// The string is not valid JSON.
    public static let invalidJSON = 17001
    /// A model cannot be decoded.
    public static let decodingError = 18001
    /// A model cannot be encoded.
    public static let encodingError = 18002
}
