import CouchbaseLiteSwift
import QuirePlatform
import Testing

/// The sinks belong to the process, so these tests run one after the other and use domains that the
/// library does not use.
@Suite(.serialized) final class LogSinkTests {
    private let test: TestDatabase
    private let folder: String

    init() throws {
        test = try TestDatabase()
        folder = "\(test.directory)/logs"
    }

    deinit {
        LogSinks.custom = nil
        LogSinks.file = nil
        LogSinks.console = ConsoleLogSink(level: .warning)
    }

    /// A receiver that records messages.
    private final class Recorder: LogSinkProtocol {
        private let recorded = Mutex<[(level: LogLevel, text: String)]>([])

        var levels: [LogLevel] { recorded.withLock { $0.map(\.level) } }
        var texts: [String] { recorded.withLock { $0.map(\.text) } }

        func writeLog(level: LogLevel, domain: LogDomain, message: String) {
            recorded.withLock { $0.append((level, message)) }
        }
    }

    /// The names of a level's files, oldest first.
    private func files(of level: LogLevel) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            .filter { $0.hasPrefix("cbl_\(level)_") && $0.hasSuffix(".cbllog") }
    }

    /// The lines of a level's files, oldest file first.
    private func lines(of level: LogLevel) throws -> [[String]] {
        try files(of: level).map { name in
            try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
                .split(separator: "\n").map(String.init)
        }
    }

    /// The messages in a level's files, oldest file first.
    private func messages(of level: LogLevel) throws -> [[String]] {
        try lines(of: level).map { lines in
            lines.dropFirst(2).map { $0.components(separatedBy: " mdns: ").last ?? "" }
        }
    }

    private func log(_ message: String, _ level: LogLevel = .info) {
        Log.log(domain: .mdns, level: level, message: message)
    }

    @Test(arguments: LogLevel.allCases)
    func `a sink receives messages of its level and above`(level: LogLevel) {
        let recorder = Recorder()
        LogSinks.custom = CustomLogSink(level: level, domains: .mdns, logSink: recorder)
        for each in LogLevel.allCases { log("\(each)", each) }
        #expect(recorder.levels == LogLevel.allCases.filter { $0 >= level && $0 != .none })
    }

    @Test func `a sink receives messages of its domains`() {
        let recorder = Recorder()
        LogSinks.custom = CustomLogSink(
            level: .debug, domains: [.mdns, .multipeer], logSink: recorder)
        for domain in [LogDomain.mdns, .network, .multipeer] {
            Log.log(domain: domain, level: .info, message: "\(domain)")
        }
        #expect(recorder.texts == ["mdns", "multipeer"])
    }

    @Test func `a message that no sink receives is not created`() {
        LogSinks.custom = nil
        var count = 0
        func text() -> String {
            count += 1
            return "text"
        }
        Log.log(domain: .mdns, level: .verbose, message: text())
        #expect(count == 0)
    }

    @Test func `a custom sink can log and change the sinks itself`() {
        struct Sink: LogSinkProtocol {
            let recorder = Recorder()

            func writeLog(level: LogLevel, domain: LogDomain, message: String) {
                recorder.writeLog(level: level, domain: domain, message: message)
                LogSinks.custom = nil
                Log.log(domain: domain, level: level, message: "again")
            }
        }
        let sink = Sink()
        LogSinks.custom = CustomLogSink(level: .info, domains: .mdns, logSink: sink)
        log("once")
        #expect(sink.recorder.texts == ["once"])
    }

    @Test func `by default, the console receives warnings and errors`() {
        #expect(LogSinks.console?.level == .warning)
    }

    @Test func `a sink receives the messages of the library`() throws {
        let recorder = Recorder()
        LogSinks.custom = CustomLogSink(level: .verbose, domains: .database, logSink: recorder)
        let database = try test.open("other")
        let path = try #require(database.path)
        #expect(
            recorder.texts.contains(
                "Opened \(path.hasSuffix("/") ? String(path.dropLast()) : path)."))
    }

    @Test func `a file sink creates a file with two lines for each level`() throws {
        LogSinks.file = FileLogSink(
            level: .info, directory: folder, maxKeptFiles: 3, maxFileSize: 1000)
        let levels = LogLevel.allCases.filter { $0 != .none }
        #expect(try levels.map { try lines(of: $0).map(\.count) } == levels.map { _ in [2] })
        let header = try lines(of: .error)[0]
        #expect(
            header[0]
                == "serialNo=1,logDirectory=\(folder),fileLogLevel=2,fileMaxSize=1000,fileMaxCount=3"
        )
        for part in ["CouchbaseLite/", "Build/", "Commit/"] { #expect(header[1].contains(part)) }
    }

    @Test func `a file sink without messages creates only its folder`() throws {
        LogSinks.file = FileLogSink(level: .none, directory: folder)
        for level in LogLevel.allCases { log("\(level)", level) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    @Test func `a message is in the file of its level`() throws {
        LogSinks.file = FileLogSink(level: .info, directory: folder)
        for level in LogLevel.allCases { log("\(level)", level) }
        let levels = LogLevel.allCases.filter { $0 != .none }
        #expect(
            try levels.map { try messages(of: $0) }
                == levels.map { $0 >= .info ? [["\($0)"]] : [[]] })
    }

    @Test func `a line contains time, level, domain and message`() throws {
        LogSinks.file = FileLogSink(level: .info, directory: folder)
        log("a text")
        let line = try #require(try lines(of: .info).first?.last)
        #expect(
            line.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z info mdns: a text/) != nil)
    }

    @Test func `line breaks of a message are escaped`() throws {
        LogSinks.file = FileLogSink(level: .info, directory: folder)
        log("a\nb\r\u{2028}c\u{1B}[31m")
        #expect(try messages(of: .info) == [[#"a\nb\r\u{2028}c\u{1B}[31m"#]])
    }

    @Test(arguments: [0, 1, 2, -1, .max])
    func `full files remain up to the number of files to keep, with the current one`(
        kept: Int
    ) throws {
        LogSinks.file = FileLogSink(
            level: .info, directory: folder, maxKeptFiles: kept, maxFileSize: 200)
        for number in 0..<5 { log("\(number)" + String(repeating: "x", count: 100)) }
        let expected = (0..<5).suffix(max(kept, 1))
        #expect(
            try messages(of: .info).map { $0.map { $0.prefix(1) } } == expected.map { ["\($0)"] })
    }

    @Test func `a sink continues the files of the one that it replaces`() throws {
        for level in [LogLevel.none, .error, .warning, .info] {
            LogSinks.file = FileLogSink(level: level, directory: folder)
            log("\(level)")
            log("error after \(level)", .error)
        }
        #expect(try messages(of: .info) == [["info"]])
        #expect(
            try messages(of: .error)
                == [["error after error", "error after warning", "error after info"]])
    }

    @Test func `a sink begins new files after one that was removed`() throws {
        for text in ["first", "second"] {
            LogSinks.file = FileLogSink(level: .info, directory: folder)
            log(text)
            LogSinks.file = nil
        }
        #expect(try messages(of: .info) == [["first"], ["second"]])
    }

    @Test func `files are created again after their folder was removed`() throws {
        LogSinks.file = FileLogSink(level: .info, directory: folder, maxFileSize: 1)
        for text in ["first", "second", "third"] {
            log(text)
            if text == "first" { try FileManager.default.removeItem(atPath: folder) }
        }
        #expect(try messages(of: .info) == [["second"], ["third"]])
    }
}
