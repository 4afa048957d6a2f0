#if canImport(CryptoKit)
    import CryptoKit
#endif

/// The hash function that identifies blobs and revisions of rev-trees.
///
/// It distinguishes contents and provides no security.
package struct SHA1 {
    #if canImport(CryptoKit)
        private var function = Insecure.SHA1()
    #else
        private var function = PortableSHA1()
    #endif

    package init() {}

    /// Adds bytes to the message.
    ///
    /// - Parameter bytes: Any number of bytes.
    /// - Complexity: O(*n*) in the number of bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        #if canImport(CryptoKit)
            function.update(bufferPointer: bytes)
        #else
            function.update(bytes)
        #endif
    }

    /// Adds bytes to the message.
    ///
    /// - Parameter bytes: Any number of bytes.
    /// - Complexity: O(*n*) in the number of bytes.
    package mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { update($0) }
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
