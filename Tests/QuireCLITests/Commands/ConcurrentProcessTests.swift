import Foundation
import QuirePlatform
import QuireTestSupport
import Testing

@testable import QuireCLI

/// Commands that run at the same time as processes.
@Suite(.timeLimit(.minutes(10)))
struct ConcurrentProcessTests {
    @Test func `commands read a database while others open and close it`() throws {
        let guide = try Guide()
        let failures = Mutex<[String]>([])
        let end = Date(timeIntervalSinceNow: 6)
        let group = DispatchGroup()
        for number in 0..<4 {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                let isWriter = number < 2
                let line =
                    isWriter
                    ? "quire put hotels.cblite2 w\(number) '{\"n\":1}'"
                    : "quire get hotels.cblite2 hotel-1"
                while Date() < end {
                    let start = Date()
                    let run = try? QuireProcess.shell(line, in: guide.folder.path)
                    let time = Date().timeIntervalSince(start)
                    if let run, run.code == 0, run.notes.isEmpty || isWriter, time < 9 { continue }
                    failures.withLock { $0.append("\(line): \(time) s, \(run?.notes ?? "")") }
                }
            }
        }
        group.wait()
        #expect(failures.withLock { $0 } == [])
    }
}
