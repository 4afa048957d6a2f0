public import Foundation

public protocol HashFunction {
    associatedtype Digest: Sequence<UInt8>
    init()
    mutating func update(bufferPointer: UnsafeRawBufferPointer)
    func finalize() -> Digest
}

public struct SHA256Digest: Sequence, Sendable {
    public func makeIterator() -> Array<UInt8>.Iterator { [UInt8]().makeIterator() }
}

public struct SHA256: HashFunction, Sendable {
    public init() {}
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
    public func finalize() -> SHA256Digest { SHA256Digest() }
}

public enum Insecure {
    public struct SHA1Digest: Sequence, Sendable {
        public func makeIterator() -> Array<UInt8>.Iterator { [UInt8]().makeIterator() }
    }

    public struct SHA1: HashFunction, Sendable {
        public init() {}
        public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
        public func finalize() -> SHA1Digest { SHA1Digest() }
    }
}

public struct SymmetricKey: Sendable {
    public init(data: some ContiguousBytes) {}
}

public struct HashedAuthenticationCode<H: HashFunction>: ContiguousBytes, Sequence {
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try [UInt8]().withUnsafeBytes(body)
    }
    public func makeIterator() -> Array<UInt8>.Iterator { [UInt8]().makeIterator() }
}

public struct HMAC<H: HashFunction> {
    public static func authenticationCode<D: DataProtocol>(
        for data: D, using key: SymmetricKey
    ) -> HashedAuthenticationCode<H> { HashedAuthenticationCode() }
}

public enum AES {
    public enum GCM {
        public struct Nonce: Sendable {
            public init<D: DataProtocol>(data: D) throws {}
        }

        public struct SealedBox: Sendable {
            public init<C: DataProtocol, T: DataProtocol>(
                nonce: Nonce, ciphertext: C, tag: T
            ) throws {}
            public var ciphertext: Data { Data() }
            public var tag: Data { Data() }
        }

        public static func seal<M: DataProtocol, A: DataProtocol>(
            _ message: M, using key: SymmetricKey, nonce: Nonce? = nil, authenticating data: A
        ) throws -> SealedBox { fatalError() }

        public static func open<A: DataProtocol>(
            _ box: SealedBox, using key: SymmetricKey, authenticating data: A
        ) throws -> Data { Data() }
    }
}

public enum ChaChaPoly {
    public struct Nonce: Sendable {
        public init<D: DataProtocol>(data: D) throws {}
    }

    public struct SealedBox: Sendable {
        public init<C: DataProtocol, T: DataProtocol>(nonce: Nonce, ciphertext: C, tag: T) throws {}
        public var ciphertext: Data { Data() }
        public var tag: Data { Data() }
    }

    public static func seal<M: DataProtocol, A: DataProtocol>(
        _ message: M, using key: SymmetricKey, nonce: Nonce? = nil, authenticating data: A
    ) throws -> SealedBox { fatalError() }

    public static func open<A: DataProtocol>(
        _ box: SealedBox, using key: SymmetricKey, authenticating data: A
    ) throws -> Data { Data() }
}
