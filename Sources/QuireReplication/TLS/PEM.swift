#if Replication
    import Foundation

    /// The textual form of certificates and keys (RFC 7468).
    enum PEM {
        /// A part of a text, between its lines `BEGIN` and `END`.
        struct Block {
            /// The text in the first line, such as `CERTIFICATE`.
            let label: String
            let bytes: [UInt8]
            let isEncrypted: Bool
        }

        /// Returns the DER data of each block of a text, or the data itself if it is binary.
        static func blocks(of data: [UInt8]) -> [[UInt8]] {
            let text = String(decoding: data, as: UTF8.self)
            guard text.contains("-----BEGIN ") else { return [data] }
            return labeledBlocks(of: text).map(\.bytes)
        }

        /// Returns the blocks of a text.
        ///
        /// Other text is ignored, and so are blocks that are not complete.
        static func labeledBlocks(of text: String) -> [Block] {
            var blocks: [Block] = []
            var label = ""
            var content: String?
            var isEncrypted = false
            for line in text.split(whereSeparator: \.isNewline) {
                if line.hasPrefix("-----BEGIN ") {
                    label = String(line.dropFirst(11).prefix { $0 != "-" })
                    content = ""
                    isEncrypted = label.hasPrefix("ENCRYPTED ")
                } else if line.hasPrefix("-----END ") {
                    let decoded = content.flatMap {
                        Data(base64Encoded: $0, options: .ignoreUnknownCharacters)
                    }
                    if let decoded {
                        blocks.append(
                            Block(
                                label: label, bytes: [UInt8](decoded), isEncrypted: isEncrypted))
                    }
                    content = nil
                } else if line.contains(":") {
                    // A field of an older form, for example "Proc-Type: 4,ENCRYPTED".
                    if line.contains("ENCRYPTED") { isEncrypted = true }
                } else {
                    content?.append(contentsOf: line)
                }
            }
            return blocks
        }

        /// Returns a certificate as text.
        static func certificate(_ bytes: [UInt8]) -> String {
            text(labeled: "CERTIFICATE", bytes)
        }

        /// Returns a block of a text.
        static func text(labeled label: String, _ bytes: [UInt8]) -> String {
            let content = Data(bytes).base64EncodedString(options: [
                .lineLength64Characters, .endLineWithLineFeed,
            ])
            return "-----BEGIN \(label)-----\n\(content)\n-----END \(label)-----\n"
        }
    }
#endif
