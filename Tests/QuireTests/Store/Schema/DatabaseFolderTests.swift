import Foundation
import Testing

@testable import Quire

@Suite struct DatabaseFolderTests {
    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    @Test(arguments: ["", "a/b", "/", "../a", "a\0b"])
    func `a name that cannot be a file's is refused`(name: String) {
        #expect(thrownCode { _ = try folder.open(name) } == .invalidParameter)
    }

    @Test(arguments: ["a", "Å ß", "a.b", "x y", "quote\"'", "🏨"])
    func `any other name opens, and its path ends with it`(name: String) throws {
        #expect(try folder.open(name).path == folder.path + "/\(name).cblite2")
    }

    @Test(arguments: ["", "a\0b"])
    func `a directory that cannot be one is refused`(directory: String) {
        let config = DatabaseConfiguration(directory: directory)
        #expect(thrownCode { _ = try Database(name: "a", config: config) } == .invalidParameter)
    }

    @Test func `a missing directory is made`() throws {
        let config = DatabaseConfiguration(directory: folder.path + "/one/two/")
        #expect(
            try Database(name: "a", config: config).path == folder.path + "/one/two/a.cblite2")
    }

    @Test func `a file in the place of the database's folder is named in the error`() throws {
        try Data().write(to: URL(filePath: folder.path + "/test.cblite2"))
        let error = thrownError { _ = try folder.open() }
        #expect(
            error?.code == .cantOpenFile
                && error?.message.contains(folder.path + "/test.cblite2") == true)
    }

    @Test func `a file in the place of the directory is named in the error`() throws {
        try Data().write(to: URL(filePath: folder.path + "/file"))
        let config = DatabaseConfiguration(directory: folder.path + "/file")
        let error = thrownError { _ = try Database(name: "a", config: config) }
        #expect(
            error?.code == .cantOpenFile && error?.message.contains(folder.path + "/file") == true)
    }

    @Test func `a folder in the place of the database's file is named in the error`() throws {
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
