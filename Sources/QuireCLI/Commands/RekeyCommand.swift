import Quire

/// The command `quire rekey`.
enum RekeyCommand: Command {
    private static let rewriteOption = OptionSpecification.flag(
        "rewrite", "write all files again with a new data key")

    static let help = CommandHelp(
        name: "rekey",
        summary: "Encrypt a bundle, change its key, or remove the encryption",
        discussion: [
            "Without an option, a terminal asks for the new password. The present key is read as in all "
                + "commands.",
            "A bundle has a random data key, which the password or the key file encrypts. If it is already "
                + "encrypted, only the data key is encrypted again, in a moment, and other programs can "
                + "have the bundle open. Who has the former password and a former copy of the file "
                + "encryption.key can still decrypt the bundle; --rewrite writes all files again with a new "
                + "data key.",
            "Files are also written again to encrypt a bundle and to remove the encryption. Then no other "
                + "program may have the bundle open. A crash leaves either the former or the new bundle. "
                + "Afterward, the disk and backups can still contain the former files.",
            "Without the key, nothing can decrypt a bundle: keep a copy of the key, and of the file "
                + "encryption.key with each copy of the bundle.",
        ],
        operands: [.bundle],
        options: OptionSpecification.newEncryption + [rewriteOption, DatabaseAccess.upgradeOption],
        examples: [
            CommandHelp.Example(
                "head -c 32 /dev/urandom > key && chmod 600 key && "
                    + "quire rekey hotels.cblite2 --new-key-file key || true"),
            CommandHelp.Example("quire rekey hotels.cblite2 --key-file key --decrypt || true"),
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let bundle = try DatabaseLocation.bundle(
            arguments, console: console, for: help, because: "it encrypts the files of a bundle")
        let new = try NewKey(arguments, console)
        let rewrites = arguments.has(rewriteOption.name)
        try bundle.checkExists()
        bundle.key.isChanged = !new.decrypts
        let former = try bundle.key.value()
        let key = try new.value()
        try DatabaseAccess.writeBundle(bundle, arguments: arguments) { database in
            try database.changeEncryptionKey(key, rewritingFiles: rewrites)
        }
        console.note("\(bundle.path): " + outcome(from: former, to: key, rewrites: rewrites))
    }

    private static func outcome(
        from former: EncryptionKey?, to key: EncryptionKey?, rewrites: Bool
    ) -> String {
        switch (former, key) {
        case (nil, nil): "not encrypted, as before"
        case (nil, _?): "encrypted"
        case (_?, nil): "no longer encrypted"
        case (_?, _?):
            rewrites ? "encrypted with a new key and a new data key" : "encrypted with a new key"
        }
    }
}
