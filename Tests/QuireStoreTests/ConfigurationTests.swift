import DatabaseTestSupport
import Foundation
import Quire
import Testing

@Suite struct ConfigurationTests {
    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    @Test func `a database keeps the configuration with which it was opened`() throws {
        var configuration = DatabaseConfiguration(config: folder.configuration)
        configuration.fullSync = true
        let database = try Database(name: "test", config: configuration)
        configuration.fullSync = false
        configuration.directory = "elsewhere"
        #expect(database.config.fullSync && database.config.directory == folder.path)
    }

    @Test func `a missing directory is created`() throws {
        var configuration = folder.configuration
        configuration.directory += "/guest/of/many"
        _ = try Database(name: "test", config: configuration)
        #expect(Database.exists(withName: "test", inDirectory: configuration.directory))
    }

    @Test func `everything is lenient by default`() {
        let configuration = DatabaseConfiguration()
        #expect(!configuration.fullSync && !configuration.refusesReservedKeys)
        #expect(!DatabaseConfiguration.defaultFullSync)
        #expect(configuration.cacheSize == DatabaseConfiguration.defaultCacheSize)
        #expect(configuration.vectorCacheSize == DatabaseConfiguration.defaultVectorCacheSize)
    }

    static let codes: [(QuireError.Code, Int)] = [
        (.corruptRevisionData, 5), (.notOpen, 6), (.notFound, 7), (.conflict, 8),
        (.invalidParameter, 9), (.unexpectedError, 10), (.cantOpenFile, 11), (.corruptData, 15),
        (.busy, 16), (.unreadableDatabase, 20), (.invalidQuery, 23), (.missingIndex, 24),
        (.invalidQueryParameter, 25), (.badDocumentID, 29), (.invalidJSON, 17001),
        (.decodingError, 18001), (.encodingError, 18002),
    ]

    @Test(arguments: codes)
    func `an error has Couchbase Lite's domain and code`(code: QuireError.Code, number: Int) {
        let cause = CocoaError(.fileNoSuchFile)
        let error: any Error = QuireError(code, "It failed.", underlyingError: cause)
        let bridged = error as NSError
        #expect(bridged.domain == "CouchbaseLite" && bridged.code == number)
        #expect(bridged.localizedDescription == "It failed." && "\(error)".contains("It failed."))
        #expect(bridged.userInfo[NSUnderlyingErrorKey] != nil)
    }
}
