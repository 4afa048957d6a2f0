import DatabaseTestSupport
import Foundation
import Quire
import QuireInspection
import Testing

/// An encrypted database that an earlier release wrote. To write it again, run:
///
///     QUIRE_WRITE_FIXTURES=1 Scripts/test --filter GoldenEncryptedFileTests
@Suite struct GoldenEncryptedFileTests {
    private static let name = "encrypted"
    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    private var bundle: String { folder.path + "/\(Self.name).cblite2" }

    #if Encryption
        private static let blob = Data((0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

        private func write() throws {
            let database = try folder.open(Self.name, .password)
            let collection = try database.defaultCollection()
            let blob = Blob(contentType: "image/png", data: Self.blob)
            try database.saveBlob(blob: blob)
            try collection.save("hotel", "{\"name\":\"Harbour House\",\"photo\":\(blob.toJSON())}")
            try collection.createIndex(
                withName: "name", config: ValueIndexConfiguration(["name"]))
            try database.close()
            let fixture = StoreFolder.fixtures.appending(path: "\(Self.name).cblite2")
            try? FileManager.default.removeItem(at: fixture)
            try FileManager.default.copyItem(atPath: bundle, toPath: fixture.path)
            try FileManager.default.removeItem(atPath: bundle)
        }

        @Test func `an encrypted database of an earlier release is read and changed`() throws {
            if ProcessInfo.processInfo.environment["QUIRE_WRITE_FIXTURES"] != nil { try write() }
            try folder.copyFixture("\(Self.name).cblite2")
            let database = try folder.open(Self.name, .password)
            let hotel = try database.defaultCollection().document(id: "hotel")
            let photo = try hotel?.blob(forKey: "photo")?.read()
            try database.defaultCollection().save("new", "{}")
            try database.close()
            var findings: [String] = []
            _ = try BundleCheck.run(path: bundle, key: TestKey.password.key) {
                findings.append($0.message)
            }
            #expect(hotel?.string(forKey: "name") == "Harbour House" && findings == [])
            #expect(photo == Self.blob)
        }
    #else
        @Test
        func `without the trait, an encrypted database is refused, and the error names the trait`()
            throws
        {
            try folder.copyFixture("\(Self.name).cblite2")
            for key in [TestKey.none, .password] {
                let error = thrownError { _ = try folder.open(Self.name, key) }
                #expect(
                    error?.code == .unsupportedEncryption
                        && error?.message.contains("trait Encryption") == true)
            }
        }

        @Test func `without the trait, a key is an error, and nothing is created`() throws {
            let code = thrownCode { _ = try folder.open("new", .raw) }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            let database = try folder.open("plain", .none)
            let changing = thrownCode { try database.changeEncryptionKey(TestKey.raw.key) }
            #expect(code == .unsupportedEncryption && names == [] && changing == code)
        }
    #endif
}
