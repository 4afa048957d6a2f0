import Fleece
import Foundation
import Quire
import QuireFormats

/// The command `quire edit`.
enum EditCommand: Command {
    static let help = CommandHelp(
        name: "edit",
        summary: "Edit a document in your editor",
        discussion: [
            "Opens the document as JSON in $VISUAL or $EDITOR, and saves it when the editor exits. "
                + "A new document starts as an empty object. If the editor fails, the text is not "
                + "valid JSON, or the document was changed in the meantime, nothing is saved and "
                + "the edited file is kept."
        ],
        operands: [.database, OperandSpecification("ID", "the document's ID")],
        options: [
            CollectionOption.option, DatabaseAccess.upgradeOption, ServerDatabase.schemaNameOption,
        ],
        examples: [
            CommandHelp.Example(
                "EDITOR=\"sed -i s/Grand/Grander/\" quire edit hotels.cblite2 hotel-2")
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let id = arguments.operand("ID")
        try DatabaseAccess.write(arguments, console: console) { database in
            let collection = try CollectionOption.collection(arguments, of: database)
            let document = try collection.record(id: id)
            let before =
                try JSONLayout.pretty(
                    document?.body.value.json(DocumentJSON.format) ?? "{}") + "\n"
            let file = try EditedFile(before)
            do {
                try EditorProcess.edit(file.path, environment: console.environment)
                let after = try file.text()
                guard after != before else {
                    file.remove()
                    return console.note("nothing was changed")
                }
                let body = try DocumentJSON.read(after, id: id)
                let revision = try collection.saveBody(
                    id: id, if: document.map { .revision($0.revisionID) } ?? .absent
                ) { DocumentJSON.write(body, to: $0) }
                file.remove()
                try console.print("\(revision)")
            } catch {
                throw Failure(CommandLineTool.message(error) + file.keepIfChanged())
            }
        }
    }

    /// A temporary file to edit, readable only by its owner.
    private struct EditedFile {
        let path: String
        private let before: String

        init(_ text: String) throws {
            before = text
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("quire-\(UUID().uuidString)", isDirectory: true)
            path = folder.appendingPathComponent("document.json").path
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            guard
                FileManager.default.createFile(
                    atPath: path, contents: Data(text.utf8),
                    attributes: [.posixPermissions: 0o600])
            else { throw Failure("cannot create \(path)") }
        }

        func text() throws -> String { try FileInput(path: path).readAll() }

        /// Removes the file if its text is unchanged; otherwise, returns a note with the file's
        /// path.
        func keepIfChanged() -> String {
            if let after = try? text(), after != before { return " (the text is in \(path))" }
            remove()
            return ""
        }

        func remove() {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
            try? FileManager.default.removeItem(at: folder)
        }
    }
}
