#if Replication
    import QuirePlatform

    /// A request of the peer.
    ///
    /// Each request must be answered once with ``respond(_:)`` or ``fail(_:)``. Later answers have no
    /// effect. If a request is released without an answer, the peer receives the error
    /// ``BLIPError/unanswered``. Answers to requests without a reply are not sent.
    package final class BLIPRequest: Sendable {
        typealias Answer = @Sendable (BLIPFrameType, BLIPMessage, BLIPBodySource?) -> Void

        package let message: BLIPMessage
        /// The number of the request among all requests of the peer, from 1.
        package let number: UInt64
        /// The reason for which the contents were discarded, or `nil` if the request is complete.
        ///
        /// The request must be answered with it.
        package let refusal: BLIPError?

        /// Counts the memory of the request.
        private let charge: MemoryCharge?
        private let answer: Mutex<Answer?>

        /// - Parameters:
        ///   - message: The contents of the request.
        ///   - number: The number of the request.
        ///   - refusal: The reason for which the contents were discarded.
        ///   - charge: Counts the memory of the request.
        ///   - answer: A closure that sends the response.
        init(
            _ message: BLIPMessage, number: UInt64, refusal: BLIPError? = nil,
            charge: MemoryCharge? = nil, answer: @escaping Answer
        ) {
            self.message = message
            self.number = number
            self.refusal = refusal
            self.charge = charge
            self.answer = Mutex(message.isReplyExpected ? answer : nil)
        }

        deinit {
            fail(.unanswered)
        }

        /// Sends the response.
        ///
        /// It is urgent if the request was.
        ///
        /// - Parameters:
        ///   - message: The contents of the response, or their beginning.
        ///   - source: The rest of the body.
        package func respond(
            _ message: BLIPMessage = BLIPMessage(), continuedBy source: BLIPBodySource? = nil
        ) {
            finish(.response, with: message, source: source)
        }

        /// Sends an error as the response.
        package func fail(_ error: BLIPError) {
            finish(.errorResponse, with: error.response, source: nil)
        }

        private func finish(
            _ type: BLIPFrameType, with message: BLIPMessage, source: BLIPBodySource?
        ) {
            let answer = answer.withLock { answer in
                defer { answer = nil }
                return answer
            }
            guard let answer else { return }
            var message = message
            message.isUrgent = message.isUrgent || self.message.isUrgent
            answer(type, message, source)
        }
    }
#endif
