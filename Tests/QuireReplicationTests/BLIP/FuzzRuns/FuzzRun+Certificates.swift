#if Replication
    import Fleece
    @testable import QuireReplication

    extension FuzzRun {
        /// Reads the bytes as certificates and keys, as PEM or DER, and compares what was read with the bytes.
        static func readCertificates(_ bytes: UnsafeRawBufferPointer) throws {
            let bytes = Array(bytes)
            for block in PEM.blocks(of: bytes) {
                if let certificate = Certificate(block) {
                    try require(certificate.bytes == block, "a certificate has all bytes")
                    try require(
                        contains(block, certificate.publicKey), "the key is a part of the bytes")
                }
                guard let key = PrivateKeyContent(block) else { continue }
                try require(key.bytes.count <= 2 * block.count, "a key is a part of the bytes")
                // Other curves than P-256 have points of other lengths.
                if key.algorithm == .rsa || key.bytes.count == 97 {
                    try require(PrivateKeyContent(key.encoded) == key, "a written key is read")
                }
            }
            let text = PEM.text(labeled: "CERTIFICATE", bytes)
            let isSame = PEM.labeledBlocks(of: text).map(\.bytes) == [bytes]
            try require(bytes.isEmpty || isSame, "a written block is read")
        }

        private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
            bytes.indices.contains { bytes[$0...].starts(with: part) }
        }
    }
#endif
