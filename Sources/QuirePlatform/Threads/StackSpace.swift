/// The free space on the stack of the current thread.
///
/// Models and coders call each other for each nested value, and some threads have small stacks.
package enum StackSpace {
    /// The number of bytes that are reserved for a model's own code and for reporting errors.
    private static let reserve = 128 << 10

    /// A Boolean value indicating whether there is enough space for another nested value.
    ///
    /// It is `true` for a stack with unknown bounds.
    package static var isSufficient: Bool {
        var location: UInt8 = 0
        let address = withUnsafeMutablePointer(to: &location) { Int(bitPattern: $0) }
        let distance = address - limit
        // An address below the reserve is in another stack, for example that of a coroutine.
        return distance > 0 || distance < -reserve
    }

    /// The address where the reserve of the current thread's stack ends.
    ///
    /// Determining the bounds takes a few hundred microseconds on the main thread, so each thread
    /// stores its result.
    private static var limit: Int {
        guard let key else { return findLimit() }
        if let known = pthread_getspecific(key) { return Int(bitPattern: known) }
        let limit = findLimit()
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: limit))
        return limit
    }

    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    private static func findLimit() -> Int {
        guard let (start, size) = bounds else { return 1 }
        return start + min(reserve, size / 4)
    }

    #if canImport(Darwin)
        /// The lowest address of the stack and its size in bytes.
        private static var bounds: (start: Int, size: Int)? {
            let thread = pthread_self()
            let size = pthread_get_stacksize_np(thread)
            return (Int(bitPattern: pthread_get_stackaddr_np(thread)) - size, size)
        }
    #else
        private typealias AttributeReading =
            @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt

        /// The function that reads a thread's attributes, which the imported headers don't declare.
        private static let readAttributes = dlsym(nil, "pthread_getattr_np").map {
            // POSIX guarantees that a pointer to a symbol can be used as a function pointer.
            withUnsafeBytes(of: $0) { $0.load(as: AttributeReading.self) }
        }

        /// The lowest address of the stack and its size in bytes.
        private static var bounds: (start: Int, size: Int)? {
            guard let readAttributes else { return nil }
            return withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { memory in
                guard let attributes = memory.baseAddress,
                    readAttributes(pthread_self(), attributes) == 0
                else { return nil }
                defer { pthread_attr_destroy(attributes) }
                var start: UnsafeMutableRawPointer?
                var size = 0
                guard pthread_attr_getstack(attributes, &start, &size) == 0, let start else {
                    return nil
                }
                return (Int(bitPattern: start), size)
            }
        }
    #endif
}
