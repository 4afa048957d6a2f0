// The options for the keys of encrypted bundles. A key or a password is never an argument: other users of the
// machine can read the arguments of a process.
extension OptionSpecification {
    /// The options of every command that opens a database.
    ///
    /// The password has another name than `--password-file`, which is the password of a user for
    /// synchronization.
    static let encryption = [keyFile, databasePasswordFile]

    static let keyFile = OptionSpecification.value(
        "key-file", "FILE",
        help:
            "the key of an encrypted bundle: 32 bytes or 64 hexadecimal digits; - is standard input"
    )

    static let databasePasswordFile = OptionSpecification.value(
        "database-password-file", "FILE",
        help: "the password of an encrypted bundle; - is standard input")

    /// The options of the commands that encrypt a bundle with another key.
    static let newEncryption = [newKeyFile, newPasswordFile, decrypt]

    static let newKeyFile = OptionSpecification.value(
        "new-key-file", "FILE", help: "encrypt with the key in this file; - is standard input")

    static let newPasswordFile = OptionSpecification.value(
        "new-password-file", "FILE",
        help: "encrypt with the password in this file; - is standard input")

    static let decrypt = OptionSpecification.flag("decrypt", "remove the encryption")
}
