import DatabaseTestSupport
import Foundation
import Quire
import Testing

@Suite struct DatabaseFolderTests {
    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    @Test(arguments: ["", "a/b", "/", "../a", "a\0b"])
    func `a name that cannot be a file name is rejected`(name: String) {
        #expect(thrownCode { _ = try folder.open(name) } == .invalidParameter)
    }

    @Test(arguments: ["a", "Å ß", "a.b", "x y", "quote\"'", "🏨"])
    func `any other name can be opened, and its path ends with it`(name: String) throws {
        #expect(try folder.open(name).path == folder.path + "/\(name).cblite2")
    }

    @Test(arguments: ["", "a\0b"])
    func `an invalid directory is rejected`(directory: String) {
        let config = DatabaseConfiguration(directory: directory)
        #expect(thrownCode { _ = try Database(name: "a", config: config) } == .invalidParameter)
    }

    @Test func `a missing directory is created`() throws {
        let config = DatabaseConfiguration(directory: folder.path + "/one/two/")
        #expect(
            try Database(name: "a", config: config).path == folder.path + "/one/two/a.cblite2")
    }

    @Test func `the error for a file in place of the database's folder names it`() throws {
        try Data().write(to: URL(filePath: folder.path + "/test.cblite2"))
        let error = thrownError { _ = try folder.open() }
        #expect(
            error?.code == .cantOpenFile
                && error?.message.contains(folder.path + "/test.cblite2") == true)
    }

    @Test func `the error for a file in place of the directory names it`() throws {
        try Data().write(to: URL(filePath: folder.path + "/file"))
        let config = DatabaseConfiguration(directory: folder.path + "/file")
        let error = thrownError { _ = try Database(name: "a", config: config) }
        #expect(
            error?.code == .cantOpenFile && error?.message.contains(folder.path + "/file") == true)
    }

    @Test func `the error for a folder in place of the database's file names it`() throws {
        let file = folder.path + "/test.cblite2/db.sqlite3"
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
        let error = thrownError { _ = try folder.open() }
        #expect(error?.code == .cantOpenFile && error?.message.contains(file) == true)
    }

    @Test func `the default directory is the application's, or else the current one`() {
        #if canImport(Darwin)
            let support = URL.applicationSupportDirectory.path
            #expect(DatabaseConfiguration.defaultDirectory.hasPrefix(support))
            #expect(DatabaseConfiguration.defaultDirectory.hasSuffix("/CouchbaseLite"))
        #else
            #expect(
                DatabaseConfiguration.defaultDirectory == FileManager.default.currentDirectoryPath)
        #endif
        #expect(DatabaseConfiguration().directory == DatabaseConfiguration.defaultDirectory)
    }
}
