#if os(macOS) || os(Linux)
    import CouchbaseLiteSwift
    import Testing

    /// The examples in the documentation of log sinks.
    ///
    /// The sinks belong to the process, so each test runs in a process without other tests.
    @Suite struct CouchbaseLiteLoggingExamples {
        @Test func sinks() async {
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder()
                let logFolder = folder.path
                LogSinks.console = ConsoleLogSink(level: .info)
                LogSinks.file = FileLogSink(level: .verbose, directory: logFolder)
                #expect(LogSinks.file?.directory == logFolder)
                LogSinks.file = FileLogSink(
                    level: .info, directory: logFolder, maxKeptFiles: 4, maxFileSize: 1_000_000)
                #expect(LogSinks.file?.maxKeptFiles == 4)
                LogSinks.console = ConsoleLogSink(level: .warning, domains: .query)
                #expect(LogSinks.console?.domains == .query)
                LogSinks.file = nil
            }
        }

        @Test func customSinks() async {
            await #expect(processExitsWith: .success) {
                struct StandardOutput: LogSinkProtocol {
                    func writeLog(level: LogLevel, domain: LogDomain, message: String) {
                        print(level, domain, message)
                    }
                }
                LogSinks.custom = CustomLogSink(
                    level: .warning, domains: [.database, .query], logSink: StandardOutput())
                Log.log(domain: .query, level: .warning, message: "The search for hotels was slow.")
                #expect(LogSinks.custom?.level == .warning)
            }
        }

        @Test func levels() async {
            await #expect(processExitsWith: .success) {
                let level = LogSinks.console?.level ?? .none
                if level <= .info { print("The console shows routine messages.") }
                #expect(LogLevel.debug < .error)
                let domains: LogDomains = [.database, .query]
                LogSinks.console = ConsoleLogSink(level: .info, domains: domains)
                #expect(LogSinks.console?.domains == domains)
                for domain in LogDomain.allCases { print(domain) }
            }
        }
    }
#endif
