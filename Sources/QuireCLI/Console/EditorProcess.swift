import QuirePlatform

/// The user's editor, running on the same terminal.
enum EditorProcess {
    /// Opens a file in the editor and waits for the editor to exit.
    ///
    /// The editor is a shell command line, so `code --wait` works.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - environment: The environment variables, with `VISUAL` and `EDITOR`.
    /// - Throws: ``Failure`` if the editor cannot be started, or fails.
    static func edit(_ path: String, environment: [String: String]) throws {
        let editor =
            [environment["VISUAL"], environment["EDITOR"]]
            .compactMap { $0 }.first { !$0.isEmpty } ?? "vi"
        // Ctrl-C interrupts only the editor.
        let before = signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, before) }
        // Foundation would start the process in a new process group, which cannot read from the
        // terminal.
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
            throw Failure("cannot start the editor: \(String(cString: strerror(failure)))")
        }
        return identifier
    }
}
