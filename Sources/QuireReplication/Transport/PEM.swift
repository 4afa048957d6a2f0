#if Replication
    import Foundation

    /// The textual form of certificates and keys (RFC 7468).
    enum PEM {
        /// Returns the DER data of each block of a text, or the data itself if it is binary.
        static func blocks(of data: [UInt8]) -> [[UInt8]] {
            let text = String(decoding: data, as: UTF8.self)
            guard text.contains("-----BEGIN ") else { return [data] }
            var blocks: [[UInt8]] = []
            var content: String?
            for line in text.split(whereSeparator: \.isNewline) {
                if line.hasPrefix("-----BEGIN ") {
                    content = ""
                } else if line.hasPrefix("-----END ") {
                    let decoded = content.flatMap {
                        Data(base64Encoded: $0, options: .ignoreUnknownCharacters)
                    }
                    if let decoded { blocks.append([UInt8](decoded)) }
                    content = nil
                } else {
                    content?.append(contentsOf: line)
                }
            }
            return blocks
        }

        /// Returns a certificate as text.
        static func certificate(_ bytes: [UInt8]) -> String {
            let text = Data(bytes).base64EncodedString(options: [
                .lineLength64Characters, .endLineWithLineFeed,
            ])
            return "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n"
        }
    }
#endif
