#if Replication
    import Foundation

    @testable import QuireReplication

    extension RecordedMessage {
        /// Returns the message with the IDs of the playing databases.
        func played(_ translation: Translation) -> BLIPMessage {
            var message = BLIPMessage()
            for (key, value) in properties.sorted(by: { $0.key < $1.key }) {
                message.properties[key] = translation.played(value)
            }
            let text = String(bytes: body.beginning, encoding: .utf8)
            message.body = text.map { Array(translation.played($0).utf8) } ?? body.beginning
            return message
        }
    }
#endif
