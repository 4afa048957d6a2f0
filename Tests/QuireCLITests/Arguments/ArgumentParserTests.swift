import Testing

@testable import QuireCLI

@Suite struct ArgumentParserTests {
    static let parser = ArgumentParser(
        options: [
            .flag("long", letter: "l", ""), .value("limit", "N", letter: "n", help: ""),
            .value("format", "F", choices: ["csv", "json"], help: ""),
            .list("param", "P", help: ""),
        ],
        operands: [
            OperandSpecification("DB", ""), OperandSpecification("ID", .oneOrMore, help: ""),
        ])

    struct Call: Sendable, CustomTestStringConvertible {
        let line: String
        let result: String

        init(_ line: String, _ result: String) {
            self.line = line
            self.result = result
        }

        var testDescription: String { line }
    }

    static let calls = [
        Call("a b", "DB=a ID=b"),
        Call("a b c -l", "DB=a ID=b,c long="),
        Call("--limit 3 a b", "DB=a ID=b limit=3"),
        Call("--limit=3 a b", "DB=a ID=b limit=3"),
        Call("--limit= a b", "DB=a ID=b limit="),
        Call("a -n 3 b", "DB=a ID=b limit=3"),
        Call("a -n3 b", "DB=a ID=b limit=3"),
        Call("a b --param x=1 --param y=2", "DB=a ID=b param=x=1,y=2"),
        Call("a -- -b --long", "DB=a ID=-b,--long"),
        Call("a -", "DB=a ID=-"),
        Call("a b --format csv", "DB=a ID=b format=csv"),
        Call("", "! missing argument DB: "),
        Call("a", "! missing argument ID: "),
        Call("a b --limits 3", "! unknown option --limits; did you mean --limit?"),
        Call("a b --zzz", "! unknown option --zzz"),
        Call("a b -x", "! unknown option -x"),
        Call("a b --limit", "! --limit requires a value"),
        Call("a b --long=yes", "! --long does not take a value"),
        Call("a b --limit 1 --limit 2", "! --limit cannot be repeated"),
        Call("a b --format xml", "! --format must be csv or json, not \"xml\""),
    ]

    @Test(arguments: calls)
    func `arguments are parsed, or the error names the problem`(call: Call) {
        #expect(Self.describe(call.line) == call.result)
    }

    static func describe(_ line: String) -> String {
        do {
            let arguments = try parser.parse(line.split(separator: " ").map(String.init))
            let operands = arguments.operands.sorted { $0.key < $1.key }
            let options = arguments.values.sorted { $0.key < $1.key }
            return (operands + options).map { "\($0.key)=\($0.value.joined(separator: ","))" }
                .joined(separator: " ")
        } catch {
            return "! \((error as? UsageError)?.message ?? "\(error)")"
        }
    }

    @Test(arguments: ["-1", "x", "1.5", ""])
    func `an invalid number is reported`(text: String) throws {
        let arguments = try Self.parser.parse(["a", "b", "--limit=\(text)"])
        #expect(throws: UsageError.self) { try arguments.count("limit") }
    }
}
