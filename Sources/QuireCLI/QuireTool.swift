import QuirePlatform
import Foundation
import Quire
import QuireFormats

/// The program `quire`: runs the command-line tool on the process's standard streams.
@main
enum QuireTool {
    static func main() {
        // On Apple platforms, the default is the unified log.
        QuireLog.setHandler(QuireLog.standardError)
        let interruption = Interruption()
        SignalWatch.begin { number in
            if interruption.receive(number) { SignalWatch.end(by: number) }
        }
        let console = Console(
            input: FileInput(descriptor: 0), output: FileOutput(descriptor: 1),
            diagnostics: FileOutput(descriptor: 2, isImmediate: true),
            environment: ProcessInfo.processInfo.environment,
            terminals: Console.Terminals(
                input: isatty(0) == 1, output: isatty(1) == 1, diagnostics: isatty(2) == 1,
                width: { TerminalSize.columns }),
            interruption: interruption)
        let code = CommandLineTool(console: console).run(Array(CommandLine.arguments.dropFirst()))
        // A shell loop ends only if the signal, not an exit code, ends its command.
        if let number = interruption.requested { SignalWatch.end(by: number) }
        exit(code.rawValue)
    }
}
