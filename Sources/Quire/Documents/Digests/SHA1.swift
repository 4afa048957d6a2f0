#if canImport(CryptoKit)
    import CryptoKit
#endif

/// The hash that names blobs and the revisions of rev-trees.
///
/// It only tells contents apart; nobody is kept out by it.
struct SHA1 {
    #if canImport(CryptoKit)
        private var function = Insecure.SHA1()
    #else
        private var function = PortableSHA1()
    #endif

    /// Takes in the next bytes.
    ///
    /// - Parameter bytes: Any number of bytes.
    /// - Complexity: O(*n*) in their number.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        #if canImport(CryptoKit)
            function.update(bufferPointer: bytes)
        #else
            function.update(bytes)
        #endif
    }

    /// Takes in the next bytes.
    ///
    /// - Parameter bytes: Any number of bytes.
    /// - Complexity: O(*n*) in their number.
    mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { update($0) }
    }

    /// The digest of all bytes so far; more may follow.
    var digest: [UInt8] {
        #if canImport(CryptoKit)
            Array(function.finalize())
        #else
            function.digest
        #endif
    }
}
