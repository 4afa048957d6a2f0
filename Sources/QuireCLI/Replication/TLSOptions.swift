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
        "create the file of --tls-identity or --client-identity if it does not exist, and a file beside it, "
            + "whose name ends with -certificate.pem, for --pinned-certificate or --client-certificates of "
            + "the other side")
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

        private static var machineName: String { ProcessInfo.processInfo.hostName }

        private static func isASCII(_ name: String) -> Bool {
            !name.isEmpty && name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        }

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
            let host = configuration.networkInterface
            configuration.tlsIdentity = try readIdentity(file, arguments, printingTo: console) {
                let isAddress = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
                var attributes: [CertificateAttribute: String] = [:]
                if isASCII(machineName) { attributes[.hostname] = machineName }
                // The addresses of all interfaces together are no names of this machine.
                if !["0.0.0.0", "::"].contains(host) {
                    attributes[isAddress ? .ipAddress : .hostname] = host
                }
                attributes[.commonName] = machineName.isEmpty ? "quire" : machineName
                return (.serverAuth, attributes)
            }
            if let file = arguments.value(clientCertificates.name) {
                if arguments.value(ReplicationOptions.user.name) != nil {
                    throw UsageError(
                        "--\(clientCertificates.name) and --\(ReplicationOptions.user.name) exclude each "
                            + "other")
                }
                configuration.authenticator = ListenerCertificateAuthenticator(
                    rootCertificates: [try readCertificates(file)])
            }
        }

        /// Sets the options of a replicator.
        static func apply(
            _ arguments: Arguments, to configuration: inout ReplicatorConfiguration,
            _ console: Console
        ) throws {
            let file = arguments.value(clientIdentity.name)
            if file == nil, arguments.has(generateIdentity.name) {
                throw UsageError("--\(generateIdentity.name) requires --\(clientIdentity.name)")
            }
            if let file {
                if arguments.value(ReplicationOptions.user.name) != nil {
                    throw UsageError(
                        "--\(clientIdentity.name) and --\(ReplicationOptions.user.name) exclude each other"
                    )
                }
                configuration.authenticator = ClientCertificateAuthenticator(
                    identity: try readIdentity(file, arguments, printingTo: console) {
                        let name = URL(filePath: file).deletingPathExtension().lastPathComponent
                        return (.clientAuth, [.commonName: name.isEmpty ? "quire" : name])
                    })
            }
            if let file = arguments.value(pinnedCertificate.name) {
                configuration.pinnedServerCertificate = try readCertificates(file)
            }
            configuration.acceptOnlySelfSignedServerCertificate = arguments.has(
                acceptSelfSigned.name)
        }

        /// Reads an identity, which is created first if the options permit it.
        private static func readIdentity(
            _ file: String, _ arguments: Arguments, printingTo console: Console,
            created properties: () -> (TLSIdentity.KeyUsages, [CertificateAttribute: String])
        ) throws -> TLSIdentity {
            let isGenerated = arguments.has(generateIdentity.name)
            if isGenerated, !FileManager.default.fileExists(atPath: file) {
                let (usages, attributes) = properties()
                return try createIdentity(in: file, for: usages, attributes, console)
            }
            let data = try read(file)
            let text = String(decoding: data, as: UTF8.self)
            let others = FilePermissions.ofOthers(path: file) ?? 0
            if text.contains("PRIVATE KEY-----"), others & FilePermissions.reading != 0 {
                console.note(
                    "warning: other users can read the private key in \(file); "
                        + "chmod 600 prevents that")
            }
            do {
                let identity = try TLSIdentity(pem: text)
                if identity.expiration <= Date() {
                    let date = (DocumentDate.string(from: identity.expiration) ?? "").prefix(10)
                    console.note(
                        "warning: the certificate in \(file) has expired on \(date); others that check the "
                            + "date refuse it")
                }
                if isGenerated { try writeCertificate(of: identity, in: file, console) }
                return identity
            } catch let error as QuireError {
                throw Failure("\(file): \(error.message)")
            }
        }

        /// Reads certificates or a public key, as PEM or DER.
        private static func readCertificates(_ file: String) throws -> Data {
            let data = try read(file)
            let text = String(decoding: data, as: UTF8.self)
            if text.contains("PRIVATE KEY-----") {
                throw Failure(
                    "\(file) contains a private key; a file with certificates alone is needed")
            }
            let isPEM =
                text.contains("-----BEGIN CERTIFICATE-----") || text.contains("PUBLIC KEY-----")
            guard isPEM || data.first == 0x30 else {
                throw Failure("\(file) contains no certificate")
            }
            return data
        }

        private static func read(_ file: String) throws -> Data {
            try BoundedFile.read(file, limit: maximumLength, contents: "keys and certificates")
        }

        /// Creates an identity, its file, and the file with its certificate.
        private static func createIdentity(
            in file: String, for usages: TLSIdentity.KeyUsages,
            _ attributes: [CertificateAttribute: String], _ console: Console
        ) throws -> TLSIdentity {
            let certificate = certificatePath(file)
            guard !FileManager.default.fileExists(atPath: certificate) else {
                throw Failure(
                    "\(certificate) exists, but its private key in \(file) does not; restore \(file), or "
                        + "delete \(certificate) to create both again")
            }
            let identity = try TLSIdentity.createIdentity(for: usages, attributes: attributes)
            try identity.write(to: URL(filePath: file))
            console.note("created \(file)")
            try writeCertificate(of: identity, in: file, console)
            return identity
        }

        /// Returns the path of the file with the certificate of an identity.
        private static func certificatePath(_ file: String) -> String {
            (file as NSString).deletingPathExtension + "-certificate.pem"
        }

        /// Writes the file with the certificate of an identity, unless it exists.
        private static func writeCertificate(
            of identity: TLSIdentity, in file: String, _ console: Console
        ) throws {
            let certificate = certificatePath(file)
            if FileManager.default.fileExists(atPath: certificate) {
                guard FileManager.default.contents(atPath: certificate) == identity.certificateData
                else {
                    throw Failure(
                        "\(certificate) has another certificate than \(file); delete it to write it again"
                    )
                }
                return
            }
            do {
                try identity.certificateData.write(
                    to: URL(filePath: certificate), options: .withoutOverwriting)
            } catch {
                throw Failure("cannot write \(certificate)")
            }
            console.note("created \(certificate), for the other side")
        }
    #endif
}

#if Replication
    extension TLSIdentity {
        fileprivate var certificateData: Data { Data(certificatePEM.utf8) }
    }
#endif
