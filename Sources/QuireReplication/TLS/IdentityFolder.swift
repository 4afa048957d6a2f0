#if Replication && !canImport(Network)
    import Foundation
    import Quire

    // Stored identities on Linux: PEM files of mode 0600 in a folder of mode 0700.
    //
    //   ~/.local/share/quire/identities/listener.pem
    //
    // The variable XDG_DATA_HOME replaces ~/.local/share. Bytes of a label other than letters, digits, - and _
    // are written as % and two hexadecimal digits.

    typealias IdentityStorage = IdentityFolder

    /// The folder of the identities that have labels.
    struct IdentityFolder {
        let url: URL

        /// The folder of the user.
        static var ofUser: IdentityFolder {
            let environment = ProcessInfo.processInfo.environment["XDG_DATA_HOME"] ?? ""
            let data =
                environment.hasPrefix("/")
                ? URL(filePath: environment)
                : FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/share")
            return IdentityFolder(url: data.appending(path: "quire/identities"))
        }

        /// Returns the identity with a label, or `nil` if the label has none.
        func identity(withLabel label: String) throws -> TLSIdentity? {
            let file = try file(ofLabel: label)
            let text: String
            do {
                text = try String(contentsOf: file, encoding: .utf8)
            } catch CocoaError.fileReadNoSuchFile {
                return nil
            } catch {
                throw QuireError.identity(file, failed: "read", error)
            }
            do {
                return try TLSIdentity(pem: text)
            } catch let error as QuireError {
                throw TLSIdentity.invalid("\(file.path): \(error.message)")
            }
        }

        /// Deletes the identity with a label, if there is one.
        func deleteIdentity(withLabel label: String) throws {
            let file = try file(ofLabel: label)
            // A folder of this name is not deleted.
            guard unlink(file.path) != 0, errno != ENOENT else { return }
            throw QuireError.identity(
                file, failed: "delete", POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO))
        }

        /// Stores an identity with a label that no other one has.
        func store(_ identity: TLSIdentity, withLabel label: String) throws {
            let file = try file(ofLabel: label)
            do {
                try FileManager.default.createDirectory(
                    at: url, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
            } catch {
                throw QuireError.identity(file, failed: "create the folder of", error)
            }
            try identity.write(to: file)
        }

        private func file(ofLabel label: String) throws -> URL {
            let allowed = CharacterSet(
                charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
            let name = label.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
            // File names have at most 255 bytes.
            guard (1...240).contains(name.utf8.count) else {
                throw TLSIdentity.invalid("The label of a TLS identity has 1 to 80 characters.")
            }
            return url.appending(path: "\(name).pem")
        }
    }
#endif
