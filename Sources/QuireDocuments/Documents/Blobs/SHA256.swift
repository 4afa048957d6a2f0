#if canImport(CryptoKit)
    import CryptoKit
#endif

/// The hash function of the IDs of checkpoints.
package struct SHA256 {
    #if canImport(CryptoKit)
        private var function = CryptoKit.SHA256()
    #else
        private var function = PortableSHA256()
    #endif

    package init() {}

    /// Adds bytes to the message.
    ///
    /// - Parameter bytes: Any number of bytes.
    /// - Complexity: O(*n*) in the number of bytes.
    package mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            #if canImport(CryptoKit)
                function.update(bufferPointer: bytes)
            #else
                function.update(bytes)
            #endif
        }
    }

    /// The digest of all bytes so far.
    ///
    /// More bytes can follow.
    package var digest: [UInt8] {
        #if canImport(CryptoKit)
            Array(function.finalize())
        #else
            function.digest
        #endif
    }
}
