#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Tells threads apart while they run.
enum ThreadIdentity {
    /// No thread.
    static let none: UInt = 0

    /// A number that no other running thread has.
    @inline(__always)
    static var current: UInt {
        #if canImport(Darwin) || canImport(Musl)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }
}
