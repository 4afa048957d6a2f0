/// The manual page of the program, made of the help of its commands.
enum ManualPage {
    /// The page in the language of `man`.
    static var text: String {
        var page = Roff()
        page.comment("Made by 'quire --man' of the help of the commands; change that instead.")
        page.macro("TH", "QUIRE", "1", Version.date, "quire \(Version.text)", "User Commands")
        page.macro("SH", "NAME")
        page.line("quire \(Roff.hyphen) ", CommandTable.summary)
        page.macro("SH", "SYNOPSIS")
        page.macro("B", "quire")
        page.text("COMMAND [arguments] [options]")
        page.macro("SH", "DESCRIPTION")
        page.text(CommandTable.remark)
        page.macro("SH", "COMMANDS")
        for command in CommandTable.commands { describe(command.help, on: &page) }
        page.macro("SH", "EXIT STATUS")
        for (code, meaning) in CommandTable.exitCodes {
            page.definition("\(code.rawValue)", meaning)
        }
        return page.text
    }

    private static func describe(_ help: CommandHelp, on page: inout Roff) {
        page.macro("SS", help.usage)
        page.text(help.summary.prefix(1).uppercased() + help.summary.dropFirst() + ".")
        for paragraph in help.discussion {
            page.macro("PP")
            page.text(paragraph)
        }
        for operand in help.operands { page.definition(operand.placeholder, operand.help) }
        for option in help.allOptions { page.definition(option.usage, option.meaning) }
        page.macro("PP")
        page.text(help.examples.count == 1 ? "Example:" : "Examples:")
        page.macro("PP")
        page.macro("EX")
        for example in help.examples {
            page.text("$ " + example.line)
            page.text(example.output ?? "")
        }
        page.macro("EE")
    }
}
