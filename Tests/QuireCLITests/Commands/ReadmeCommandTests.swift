#if os(macOS) || os(Linux)
    import Foundation
    import QuireTestSupport
    import Testing

    /// The commands of the README, on the published hotels; skipped if the file does not exist.
    @Suite(.enabled(if: PublishedData.hotels != nil))
    struct ReadmeCommandTests {
        /// A command line, and the lines that the README prints below it.
        struct Step {
            let command: String
            var output: [String] = []
        }

        private static func steps() throws -> [Step] {
            let readme = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../../README.md").standardizedFileURL
            let text = try String(contentsOf: readme, encoding: .utf8)
            let block = text.components(separatedBy: "```\n$ make install").dropFirst().first?
                .components(separatedBy: "```").first
            var steps: [Step] = []
            for line in try #require(block).split(separator: "\n").dropFirst() {
                if line.hasPrefix("$ ") {
                    steps.append(Step(command: String(line.dropFirst(2))))
                } else {
                    steps[steps.count - 1].output.append(String(line))
                }
            }
            return steps
        }

        /// Returns lines without the widths of columns, which depend on the terminal.
        private static func withoutWidths(_ lines: [String]) -> [String] {
            lines.map {
                $0.replacing(#/ +/#, with: " ").replacing(/-+/, with: "-")
                    .trimmingCharacters(in: .whitespaces)
            }
        }

        /// Returns the output with a fixed time, and with `…` for the lines that the README omits.
        private static func abridged(_ output: String, like expected: [String]) -> [String] {
            var lines = output.replacing(/in [0-9.]+ m?s;/, with: "in 0.15 s;")
                .split(separator: "\n").map(String.init)
            if let omitted = expected.firstIndex(of: "…"), lines.count >= expected.count {
                let last = lines.count - (expected.count - omitted - 1)
                lines.replaceSubrange(omitted..<last, with: ["…"])
            }
            return lines
        }

        @Test func `each command prints what the README shows`() throws {
            let folder = try TemporaryFolder()
            let hotels = try #require(PublishedData.hotels)
            try FileManager.default.copyItem(
                at: hotels, to: folder.url.appending(path: "hotels.jsonl"))
            let steps = try Self.steps()
            #expect(steps.count == 5)
            for step in steps {
                // Without the option, the form for other programs is printed into a file.
                let isTable = step.command.contains(" query ") || step.command.contains(" schema ")
                let run = try QuireProcess.shell(
                    step.command + (isTable ? " --format table" : ""), in: folder.path)
                let output = Self.abridged(run.output + run.notes, like: step.output)
                #expect(Self.withoutWidths(output) == Self.withoutWidths(step.output))
            }
        }
    }
#endif
