#if Replication
    import Quire
    import QuirePlatform

    /// The messages of the library that the option `--log` asks for.
    ///
    /// The threads of the library add lines, and that of the command prints them.
    final class CommandLog: Sendable {
        private let lines = Mutex<[String]>([])

        /// Begins to collect messages, or returns `nil` without the option.
        init?(_ arguments: Arguments) {
            guard let name = arguments.value(ReplicationOptions.log.name),
                let level = LogMessage.Level.allCases.first(where: { "\($0)" == name })
            else { return nil }
            QuireLog.setHandler(minimumLevel: level) { [self] message in
                let line = QuireLog.line(message)
                lines.withLock { $0.append(line) }
            }
        }

        /// Returns the lines that were not returned before.
        func takeLines() -> [String] {
            lines.withLock { lines in
                defer { lines = [] }
                return lines
            }
        }

        /// Ends the collection, and returns the last lines.
        func end() -> [String] {
            QuireLog.setHandler(QuireLog.standardError)
            return takeLines()
        }
    }
#endif
