import Foundation
import Quire
import QuireReplication

/// The options of the commands that synchronize for certificates and private keys.
enum TLSOptions {
    static let identity = OptionSpecification.value(
        "tls-identity", "FILE",
        help: "encrypt connections with the private key and the certificates of this PEM file")
    static let generateIdentity = OptionSpecification.flag(
        "generate-identity",
        "create the file of --tls-identity if it does not exist, and a file beside it, whose name ends "
            + "with -certificate.pem, for --pinned-certificate of clients")
    static let clientCertificates = OptionSpecification.value(
        "client-certificates", "FILE",
        help:
            "accept only clients with a certificate of this PEM file, or one that such a certificate "
            + "has signed; requires --tls-identity")
    static let clientIdentity = OptionSpecification.value(
        "client-identity", "FILE",
        help: "prove who you are with the private key and the certificates of this PEM file")
    static let pinnedCertificate = OptionSpecification.value(
        "pinned-certificate", "FILE",
        help: "accept only a server with this certificate or public key, as PEM or DER")
    static let acceptSelfSigned = OptionSpecification.flag(
        "accept-self-signed",
        "accept only a server whose certificate no authority has signed; any server can create one")

    #if Replication
        /// The largest file with keys and certificates in bytes.
        private static let maximumLength = 1_000_000

        /// Sets the options of a listener.
        static func apply(
            _ arguments: Arguments, to configuration: inout URLEndpointListenerConfiguration,
            _ console: Console
        ) throws {
            let file = arguments.value(identity.name)
            for option in [generateIdentity.name, clientCertificates.name]
            where file == nil && (arguments.has(option) || arguments.value(option) != nil) {
                throw UsageError("--\(option) requires --\(identity.name)")
            }
            guard let file else { return }
            if arguments.has(generateIdentity.name), !FileManager.default.fileExists(atPath: file) {
                try createIdentity(in: file, host: configuration.networkInterface, console)
            }
            configuration.tlsIdentity = try readIdentity(file)
            if let file = arguments.value(clientCertificates.name) {
                if arguments.value(ReplicationOptions.user.name) != nil {
                    throw UsageError(
                        "--\(clientCertificates.name) and --\(ReplicationOptions.user.name) exclude each "
                            + "other")
                }
                configuration.authenticator = ListenerCertificateAuthenticator(
                    rootCertificates: [try read(file)])
            }
        }

        /// Sets the options of a replicator.
        static func apply(
            _ arguments: Arguments, to configuration: inout ReplicatorConfiguration
        ) throws {
            if let file = arguments.value(clientIdentity.name) {
                if arguments.value(ReplicationOptions.user.name) != nil {
                    throw UsageError(
                        "--\(clientIdentity.name) and --\(ReplicationOptions.user.name) exclude each other"
                    )
                }
                configuration.authenticator = ClientCertificateAuthenticator(
                    identity: try readIdentity(file))
            }
            if let file = arguments.value(pinnedCertificate.name) {
                configuration.pinnedServerCertificate = try read(file)
            }
            configuration.acceptOnlySelfSignedServerCertificate = arguments.has(
                acceptSelfSigned.name)
        }

        private static func readIdentity(_ file: String) throws -> TLSIdentity {
            let data = try read(file)
            do {
                return try TLSIdentity(pem: String(decoding: data, as: UTF8.self))
            } catch let error as QuireError {
                throw Failure("\(file): \(error.message)")
            }
        }

        private static func read(_ file: String) throws -> Data {
            guard let data = FileManager.default.contents(atPath: file) else {
                throw Failure("cannot read \(file)")
            }
            guard data.count <= maximumLength else {
                throw Failure("\(file) is too large for keys and certificates")
            }
            return data
        }

        /// Creates an identity for an address of this machine, and the file with its certificate.
        private static func createIdentity(
            in file: String, host: String, _ console: Console
        ) throws {
            var attributes: [CertificateAttribute: String] = [.commonName: "quire"]
            let isAddress = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
            attributes[isAddress ? .ipAddress : .hostname] = host
            if isAddress { attributes[.hostname] = ProcessInfo.processInfo.hostName }
            let identity = try TLSIdentity.createIdentity(for: .serverAuth, attributes: attributes)
            let path = URL(filePath: file)
            try identity.write(to: path)
            let name = path.deletingPathExtension().lastPathComponent + "-certificate.pem"
            let certificate = path.deletingLastPathComponent().appending(path: name)
            try Data(identity.certificatePEM.utf8).write(to: certificate, options: .atomic)
            console.note("created \(file), and \(certificate.relativePath) for clients")
        }
    #endif
}
