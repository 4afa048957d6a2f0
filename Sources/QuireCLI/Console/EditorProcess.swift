#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A person's editor, on the same terminal.
enum EditorProcess {
    /// Lets a person edit a file, and waits for the end of it.
    ///
    /// The editor is a shell's command line: `code --wait` is fine.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - environment: Where `VISUAL` and `EDITOR` are.
    /// - Throws: ``Failure`` if the editor cannot be started, or fails.
    static func edit(_ path: String, environment: [String: String]) throws {
        let editor =
            [environment["VISUAL"], environment["EDITOR"]]
            .compactMap { $0 }.first { !$0.isEmpty } ?? "vi"
        // What a person interrupts is the editor.
        let before = signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, before) }
        // Not by Foundation, which puts what it starts into a group of its own: that could not read
        // from the terminal.
        let identifier = try start(["sh", "-c", editor + " \"$0\"", path])
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else { throw Failure("the editor \(editor) failed; nothing was saved") }
    }

    private static func start(_ words: [String]) throws -> pid_t {
        #if canImport(Darwin)
            var attributes: posix_spawnattr_t?
        #else
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGINT)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        arguments.append(nil)
        var identifier = pid_t()
        let failure = posix_spawn(&identifier, "/bin/sh", nil, &attributes, arguments, environ)
        guard failure == 0 else {
            throw Failure("the editor cannot be started: \(String(cString: strerror(failure)))")
        }
        return identifier
    }
}
