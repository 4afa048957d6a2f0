#if Replication
    /// The contents of a request or a response.
    package struct BLIPMessage: Sendable, Equatable {
        package var properties: BLIPProperties
        package var body: [UInt8]

        /// Whether the message is sent before other messages.
        package var isUrgent: Bool

        /// Whether the message is transmitted in compressed form.
        package var isCompressed: Bool

        /// Whether the sender of a request waits for a response.
        ///
        /// Responses ignore it.
        package var isReplyExpected: Bool

        package init(
            properties: BLIPProperties = [:], body: [UInt8] = [], isUrgent: Bool = false,
            isCompressed: Bool = false, isReplyExpected: Bool = true
        ) {
            self.properties = properties
            self.body = body
            self.isUrgent = isUrgent
            self.isCompressed = isCompressed
            self.isReplyExpected = isReplyExpected
        }

        /// The approximate number of bytes in memory.
        var cost: Int { properties.cost + body.count + 512 }

        /// The request type: the property `Profile`.
        package var profile: String? { properties["Profile"] }

        /// The bytes before the body: the length of the properties, and the properties.
        ///
        /// - Throws: `BLIPMessageError` if the message cannot be transmitted.
        func encodedHead() throws(BLIPMessageError) -> [UInt8] {
            let properties = try properties.encoded()
            guard properties.count <= Self.maximumPropertySize else {
                throw .propertiesTooLong(properties.count)
            }
            var head: [UInt8] = []
            head.reserveCapacity(properties.count + 3)
            BLIPVarint.append(UInt64(properties.count), to: &head)
            head += properties
            return head
        }

        /// The size of the longest properties that Couchbase Lite accepts.
        static let maximumPropertySize = 100 * 1024
    }

    /// An error for a message that cannot be transmitted.
    package enum BLIPMessageError: Error, Sendable, Equatable {
        /// A property contains the character U+0000.
        case nulInProperty
        /// The properties have this number of bytes, more than peers accept.
        case propertiesTooLong(Int)
    }
#endif
