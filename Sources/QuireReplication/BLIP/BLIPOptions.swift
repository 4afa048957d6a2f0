#if Replication
    /// The limits of a connection, and its compression.
    package struct BLIPOptions: Sendable {
        /// The compression level of zlib, 1…9.
        ///
        /// With 0, sent messages are not compressed.
        package var compressionLevel = 6

        /// The maximum size of a received frame in bytes.
        package var maximumFrameSize = 1 << 20

        /// The maximum size of the contents of a received frame in bytes after decompression.
        ///
        /// Couchbase Lite sends compressed frames of 16 KB, which can be 1,032 times as long.
        package var maximumInflatedFrameSize = 32 << 20

        /// The maximum size of the properties of a received message in bytes.
        package var maximumPropertySize = BLIPMessage.maximumPropertySize

        /// The maximum number of the properties of a received message.
        ///
        /// Partners send up to 12.
        package var maximumPropertyCount = 256

        /// The maximum sizes of received bodies, by the kind of the message.
        package var bodyLimits = BLIPBodyLimits()

        /// The maximum size of a received message in bytes, with its properties.
        ///
        /// Bodies that are received in parts do not count.
        package var maximumMessageSize = 256 << 20

        /// The maximum number of bytes in received messages that are not complete.
        package var maximumUnfinishedSize = 512 << 20

        /// The maximum number of received requests that are not complete.
        package var maximumUnfinishedRequests = 10_000

        /// The maximum number of received requests whose response was not sent completely.
        package var maximumUnansweredRequests = 10_000

        /// The maximum number of unanswered requests if further ones are refused for lack of memory.
        package var maximumRefusedRequests = 200

        /// The maximum size of received requests whose response was not sent completely, in bytes.
        package var maximumUnansweredSize = 512 << 20

        /// The time in which a frame must be received or sent while the connection is busy.
        ///
        /// A peer can answer the pings of a WebSocket, but no requests.
        package var maximumSilence: Duration = .seconds(300)

        /// Whether the connection is busy all the time, and not only while requests are unanswered.
        package var isAlwaysBusy = false

        /// The time limit for closing: for the messages that were sent before, and the handshake.
        package var closeTimeout: Duration = .seconds(10)

        /// A closure that receives a line for each message, or `nil` to create none.
        ///
        /// It must not block.
        package var log: (@Sendable (String) -> Void)?

        package init() {}
    }
#endif
