import Foundation
import QuirePlatform
import QuireTestSupport
import Testing

@Suite struct FolderLockTests {
    @Test func `a lock that another object has closes no file of another thread`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let held = try #require(FolderLock(path))
        let isDone = Mutex(false)
        let thread = Thread {
            for _ in 0..<5_000 { _ = FolderLock(path) }
            isDone.withLock { $0 = true }
        }
        thread.start()
        var closed = 0
        while !isDone.withLock({ $0 }) {
            let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
            if close(file) != 0 { closed += 1 }
        }
        #expect(closed == 0 && FolderLock(path) == nil)
        withExtendedLifetime(held) {}
    }

    @Test func `waiting for a lock returns when it is released, or after the limit`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        var held = FolderLock(path)
        let withoutRelease = FolderLock.waiting(for: path, upTo: .milliseconds(20))
        held = nil
        let isMissing = FolderLock.waiting(for: path + "/missing", upTo: .seconds(60)) == nil
        #expect(held == nil && withoutRelease == nil && isMissing)
        #expect(FolderLock.waiting(for: path, upTo: .seconds(60)) != nil)
    }
}
