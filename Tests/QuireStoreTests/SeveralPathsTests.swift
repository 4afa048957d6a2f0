import DatabaseTestSupport
import Foundation
import Quire
import QuirePlatform
import Testing

/// A database to which several paths lead is one database.
@Suite struct SeveralPathsTests {
    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    /// A way to give the database `test` another path.
    enum Path: String, CaseIterable, Sendable {
        case linkedFolder, linkedBundle, linkedFile, dots

        /// Returns the configuration and the name with which the database can also be opened.
        func make(in folder: StoreFolder) throws -> (DatabaseConfiguration, name: String) {
            let files = FileManager.default
            switch self {
            case .linkedFolder:
                let link = folder.path + "/link"
                try files.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
                return (DatabaseConfiguration(directory: link), "test")
            case .linkedBundle:
                try files.createSymbolicLink(
                    atPath: folder.path + "/other.cblite2", withDestinationPath: "test.cblite2")
                return (folder.configuration, "other")
            case .linkedFile:
                let other = folder.path + "/other.cblite2"
                try files.createDirectory(atPath: other, withIntermediateDirectories: false)
                try files.createSymbolicLink(
                    atPath: other + "/db.sqlite3",
                    withDestinationPath: "../test.cblite2/db.sqlite3")
                return (folder.configuration, "other")
            case .dots:
                let path = folder.path + "/test.cblite2/.."
                return (DatabaseConfiguration(directory: path), "test")
            }
        }
    }

    @Test(arguments: Path.allCases)
    func `objects that were opened by several paths share their state`(path: Path) throws {
        let database = try folder.open()
        let (config, name) = try path.make(in: folder)
        let other = try Database(name: name, config: config)
        try database.defaultCollection().save("a", "{}")
        try other.defaultCollection().save("b", "{}")
        #expect(database.file === other.file)
        // A transaction of one excludes those of the other on the same thread.
        let error = #expect(throws: QuireError.self) {
            try database.inBatch { try other.defaultCollection().save("c", "{}") }
        }
        #expect(error?.code == .busy)
    }

    @Test(arguments: Path.allCases)
    func `a database that is open by another path is not deleted`(path: Path) throws {
        let database = try folder.open()
        let (config, name) = try path.make(in: folder)
        let other = try Database(name: name, config: config)
        let error = #expect(throws: QuireError.self) { try other.delete() }
        #expect(error?.code == .busy)
        try other.close()
        let later = #expect(throws: QuireError.self) {
            try Database.delete(withName: name, inDirectory: config.directory)
        }
        #expect(later?.code == .busy)
        try database.defaultCollection().save("a", "{}")
    }

    @Test func `suspending a database suspends it by every path`() throws {
        let database = try folder.open()
        let (config, name) = try Path.linkedFolder.make(in: folder)
        let other = try Database(name: name, config: config)
        try database.suspend()
        let error = #expect(throws: QuireError.self) {
            try other.defaultCollection().save("a", "{}")
        }
        #expect(error?.code == .suspended)
        try database.resume()
    }

    @Test func `a hard link to an open file in another folder is refused`() throws {
        let database = try folder.open()
        try database.defaultCollection().save("a", "{}")
        let other = folder.path + "/other.cblite2"
        try FileManager.default.createDirectory(
            atPath: other, withIntermediateDirectories: false)
        try FileManager.default.linkItem(
            atPath: folder.path + "/test.cblite2/db.sqlite3", toPath: other + "/db.sqlite3")
        let error = #expect(throws: QuireError.self) { try folder.open("other") }
        #expect(error?.code == .cantOpenFile && error?.message.contains("hard link") == true)
        try database.close()
        #expect(try folder.open("other").defaultCollection().count == 1)
    }

    @Test func `a file that another program has moved is another database`() throws {
        let database = try folder.open()
        try database.defaultCollection().save("a", "{}")
        try database.suspend()
        try FileManager.default.moveItem(
            atPath: folder.path + "/test.cblite2", toPath: folder.path + "/other.cblite2")
        let other = try folder.open("other")
        try other.defaultCollection().save("b", "{}")
        #expect(try other.defaultCollection().count == 2 && other.file !== database.file)
        try other.close()
    }

    @Test func `a file that another program has moved is not in use at its new path`() throws {
        let database = try folder.open()
        try database.suspend()
        let moved = folder.path + "/other.cblite2"
        try FileManager.default.moveItem(atPath: folder.path + "/test.cblite2", toPath: moved)
        try Database.delete(withName: "other", inDirectory: folder.configuration.directory)
        #expect(!FileManager.default.fileExists(atPath: moved))
    }

    @Test func `names with composed and decomposed letters are those of the file system`() throws {
        let names = ["caf\u{E9}", "cafe\u{301}"]
        let databases = try names.map { try folder.open($0) }
        for (number, database) in databases.enumerated() {
            try database.defaultCollection().save("\(number)", "{}")
        }
        let areOne =
            FileIdentity(path: folder.path + "/\(names[0]).cblite2/db.sqlite3")
            == FileIdentity(path: folder.path + "/\(names[1]).cblite2/db.sqlite3")
        #expect((databases[0].file === databases[1].file) == areOne)
        #expect(try databases[0].defaultCollection().count == (areOne ? 2 : 1))
        try databases[1].close()
        try databases[0].delete()
    }

    #if os(Linux)
        private static func run(_ program: String, _ arguments: [String]) -> Bool {
            let process = Process()
            process.executableURL = URL(filePath: program)
            process.arguments = arguments
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        }

        @Test func `a folder that is mounted at another path contains the same database`() throws {
            let database = try folder.open()
            let mounted = folder.path + "/mounted"
            try FileManager.default.createDirectory(
                atPath: mounted, withIntermediateDirectories: false)
            // Only root can mount a folder.
            guard Self.run("/bin/mount", ["--bind", folder.path, mounted]) else { return }
            defer { _ = Self.run("/bin/umount", ["--lazy", mounted]) }
            let config = DatabaseConfiguration(directory: mounted)
            let other = try Database(name: "test", config: config)
            #expect(database.file === other.file)
            try other.close()
        }
    #endif
}
