#if canImport(Darwin)
    public import os

    /// A lock that the thread that acquired it must release.
    public typealias PlatformLock = OSAllocatedUnfairLock<Void>
#elseif OWN_SYNCHRONIZATION
    public import Foundation

    /// A lock that the thread that acquired it must release.
    public typealias PlatformLock = NSLock
#endif

#if canImport(Darwin) || OWN_SYNCHRONIZATION
    /// A value that one thread at a time can access.
    ///
    /// Acquiring a mutex that the thread already holds is a programming error.
    public struct Mutex<Value>: ~Copyable, Sendable {
        @usableFromInline
        let storage: MutexStorage<Value>

        /// Creates a mutex that protects a value.
        ///
        /// - Parameter value: The initial value.
        @inlinable
        public init(_ value: consuming sending Value) {
            storage = MutexStorage(value)
        }

        /// Calls a closure that reads and changes the value while other threads wait.
        ///
        /// - Parameter body: A closure that receives the value.
        /// - Returns: The return value of the closure.
        /// - Throws: Any error that the closure throws.
        @inlinable
        public borrowing func withLock<Result, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            storage.lock.lock()
            defer { storage.lock.unlock() }
            return try body(&storage.value.pointee)
        }
    }

    // `@unchecked Sendable`: `lock` protects `value`. No other thread can access the initial value.
    @usableFromInline
    final class MutexStorage<Value>: @unchecked Sendable {
        @usableFromInline
        let lock = PlatformLock()
        @usableFromInline
        let value: UnsafeMutablePointer<Value>

        @usableFromInline
        init(_ value: consuming sending Value) {
            self.value = .allocate(capacity: 1)
            self.value.initialize(to: value)
        }

        deinit {
            value.deinitialize(count: 1)
            value.deallocate()
        }
    }
#endif
