import Foundation
import QuireTestSupport
import Testing

@testable import Quire

/// The sinks are the process's own, so these tests run one after the other and use domains that the
/// library itself never writes to.
@Suite(.serialized) final class LogSinkTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    deinit {
        LogSinks.custom = nil
        LogSinks.file = nil
        LogSinks.console = ConsoleLogSink(level: .warning)
    }

    private func lines(_ name: String) throws -> [String] {
        try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }

    private func fileNames() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test(arguments: LogLevel.allCases)
    func `a sink takes messages of its level and above`(level: LogLevel) {
        let sink = RecordingLogSink()
        LogSinks.custom = CustomLogSink(level: level, domains: .mdns, logSink: sink)
        for each in LogLevel.allCases { Log.log(domain: .mdns, level: each, message: "\(each)") }
        #expect(
            sink.messages.map(\.level)
                == LogLevel.allCases.filter { $0 >= level && $0 != .none })
    }

    @Test func `a sink takes messages of its domains`() {
        let sink = RecordingLogSink()
        LogSinks.custom = CustomLogSink(
            level: .debug, domains: [.mdns, .multipeer], logSink: sink)
        for domain in [LogDomain.mdns, .network, .multipeer] {
            Log.log(domain: domain, level: .info, message: "\(domain)")
        }
        #expect(sink.messages.map(\.text) == ["mdns", "multipeer"])
    }

    @Test func `a message that no sink takes is not made`() {
        LogSinks.custom = nil
        var count = 0
        func text() -> String {
            count += 1
            return "text"
        }
        Log.log(domain: .mdns, level: .verbose, message: text())
        #expect(count == 0)
    }

    @Test func `a custom sink may log and change the sinks itself`() {
        struct Sink: LogSinkProtocol {
            let kept = RecordingLogSink()

            func writeLog(level: LogLevel, domain: LogDomain, message: String) {
                kept.writeLog(level: level, domain: domain, message: message)
                LogSinks.custom = nil
                Log.log(domain: domain, level: level, message: "again")
            }
        }
        let sink = Sink()
        LogSinks.custom = CustomLogSink(level: .info, domains: .mdns, logSink: sink)
        Log.log(domain: .mdns, level: .info, message: "once")
        #expect(sink.kept.messages.map(\.text) == ["once"])
    }

    @Test func `the console takes warnings and errors unless it is told otherwise`() {
        #expect(LogSinks.console?.level == .warning)
    }

    @Test func `each level has a file of its own`() throws {
        LogSinks.file = FileLogSink(level: .info, directory: folder.path)
        for level in LogLevel.allCases { Log.log(domain: .mdns, level: level, message: "text") }
        #expect(
            try fileNames() == ["quire_error.log", "quire_info.log", "quire_warning.log"])
    }

    @Test func `a line tells time, level, domain and message`() throws {
        LogSinks.file = FileLogSink(level: .info, directory: folder.path)
        Log.log(domain: .mdns, level: .info, message: "a text")
        let line = try #require(try lines("quire_info.log").first)
        #expect(
            line.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z info mdns: a text/) != nil)
    }

    @Test func `a message with line breaks stays one line`() throws {
        LogSinks.file = FileLogSink(level: .info, directory: folder.path)
        Log.log(domain: .mdns, level: .info, message: "a\nb\r\u{2028}c\u{1B}[31m")
        let texts = try lines("quire_info.log").map { $0.components(separatedBy: "mdns: ")[1] }
        #expect(texts == [#"a\nb\r\u{2028}c\u{1B}[31m"#])
    }

    @Test func `a file that was there is written on`() throws {
        for text in ["first", "second"] {
            LogSinks.file = FileLogSink(level: .info, directory: folder.path)
            Log.log(domain: .mdns, level: .info, message: text)
        }
        #expect(
            try lines("quire_info.log").map { $0.split(separator: " ").last } == [
                "first", "second",
            ])
    }

    @Test(arguments: [0, 1, 2])
    func `full files get numbers, and those above the kept ones are removed`(kept: Int) throws {
        LogSinks.file = FileLogSink(
            level: .info, directory: folder.path, maxKeptFiles: kept, maxFileSize: 100)
        for number in 0..<12 {
            Log.log(
                domain: .mdns, level: .info,
                message: "message \(number) \(String(repeating: "x", count: 20))")
        }
        let names = ["quire_info.log", "quire_info_1.log", "quire_info_2.log"].prefix(kept + 1)
        let texts = try names.map { try lines($0).map { $0.split(separator: " ")[4] } }
        #expect(texts == [["11"], ["10"], ["9"]].prefix(kept + 1).map { $0.map { $0[...] } })
    }

    @Test func `files come again after their folder was removed and the file was full`() throws {
        LogSinks.file = FileLogSink(level: .info, directory: folder.path, maxFileSize: 1)
        for text in ["first", "second", "third"] {
            Log.log(domain: .mdns, level: .info, message: text)
            if text == "first" { try FileManager.default.removeItem(at: folder.url) }
        }
        #expect(try lines("quire_info.log").map { $0.split(separator: " ").last } == ["third"])
    }

    @Test func `the upgrade of an older bundle is told`() throws {
        let sink = RecordingLogSink()
        LogSinks.custom = CustomLogSink(level: .info, domains: .database, logSink: sink)
        let store = try StoreFolder()
        try LegacyBundle(schema: 302).write(to: store)
        let path = try #require(try store.open().path)
        #expect(
            sink.messages.contains {
                $0.level == .info && $0.text == "Upgraded \(path)/db.sqlite3 to schema 503."
            })
    }
}
