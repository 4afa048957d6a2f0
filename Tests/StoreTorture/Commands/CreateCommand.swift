import Foundation
import Quire
import QuirePlatform

/// Waits for a file, and then opens or creates a database with a key, or without one.
///
/// Several processes that wait for the same file create the database at the same time.
struct CreateCommand: Command {
    static let name = "create"
    static let usage = "DIR none|1|2 FILE"

    private let directory: String
    private let key: String
    private let file: String

    init(_ arguments: inout Arguments) throws {
        directory = try arguments.word("DIR")
        key = try arguments.word("KEY")
        file = try arguments.word("FILE")
    }

    func run() throws {
        var config = DatabaseConfiguration(directory: directory)
        if let number = UInt8(key) {
            config.encryptionKey = try EncryptionKey(
                data: Data(repeating: number, count: EncryptionKey.length))
        }
        while access(file, F_OK) != 0 { usleep(100) }
        do {
            let database = try Database(name: "created", config: config)
            let document = MutableDocument(id: UUID().uuidString)
            document.setString(key, forKey: "key")
            try database.defaultCollection().save(document: document)
            try database.performMaintenance(type: .integrityCheck)
            Console.print("opened by \(key)")
            try database.close()
        } catch QuireError.Code.unreadableDatabase {
            Console.print("refused to \(key)")
        }
    }
}
