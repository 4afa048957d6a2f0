import DatabaseTestSupport
import Foundation
import Quire

/// The keys of the tests.
enum TestKey: String, CaseIterable, Sendable {
    case none, raw, otherRaw, password, otherPassword

    static let passwordText = "correct horse battery staple"

    var key: EncryptionKey? {
        switch self {
        case .none: nil
        case .raw: try? EncryptionKey(data: Data(0..<32))
        case .otherRaw: try? EncryptionKey(data: Data(1...32))
        case .password: EncryptionKey(password: Self.passwordText)
        case .otherPassword: EncryptionKey(passwordBytes: Array("correct horse".utf8))
        }
    }
}

extension StoreFolder {
    func configuration(_ key: TestKey) -> DatabaseConfiguration {
        var configuration = configuration
        configuration.encryptionKey = key.key
        return configuration
    }

    func open(_ name: String = "test", _ key: TestKey) throws -> Database {
        try Database(name: name, config: configuration(key))
    }
}
