import Foundation

/// A program that runs the crash, fault-injection and race tests of databases.
///
/// Its processes are killed, run concurrently, and get disk errors. `Scripts/torture` and
/// `TortureTests` run it.
@main enum StoreTorture {
    private static var commands: [any Command.Type] {
        var commands: [any Command.Type] = [
            SaveCommand.self, VerifyCommand.self, CountCommand.self, CheckCountCommand.self,
            RaceCommand.self, FaultCommand.self, PowerCommand.self, LiveCommand.self,
        ]
        #if Encryption
            commands += [RekeyCommand.self, RekeyPowerCommand.self, CreateCommand.self]
        #endif
        #if PostgreSQL
            commands += [ServerSaveCommand.self, ServerVerifyCommand.self]
        #endif
        return commands
    }

    static func main() {
        exit(run())
    }

    private static func run() -> Int32 {
        do {
            try command().run()
            return 0
        } catch let error as UsageError {
            Console.complain(error.description)
            return 2
        } catch {
            Console.complain("\(error)")
            return 1
        }
    }

    private static func command() throws -> any Command {
        let words = CommandLine.arguments.dropFirst()
        guard let command = commands.first(where: { $0.name == words.first }) else {
            let usages = commands.map { "    StoreTorture \($0.name) \($0.usage)" }
            throw UsageError(usages.joined(separator: "\n"))
        }
        do {
            var arguments = try Arguments(words.dropFirst())
            let command = try command.init(&arguments)
            try arguments.finish()
            return command
        } catch let error as UsageError {
            throw UsageError("\(error); usage: \(command.name) \(command.usage)")
        }
    }
}
