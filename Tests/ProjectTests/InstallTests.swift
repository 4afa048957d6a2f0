import Foundation
import Testing

/// Runs `Scripts/install` with an executable that is already built.
@Suite struct InstallTests {
    @Test func `install and uninstall add and remove the command, its manual page and completions`()
        throws
    {
        let tree = try TemporaryTree(["built": "#!/bin/sh\necho \"$@\"\n"])
        let environment = ["DESTDIR": tree.folder.path, "PREFIX": "/opt/a b"]
        let installed = [
            "bin/quire", "share/man/man1/quire.1", "share/bash-completion/completions/quire",
            "share/zsh/site-functions/_quire", "share/fish/vendor_completions.d/quire.fish",
        ].map { tree.path("opt/a b/\($0)") }

        for _ in 1...2 {
            let run = try ScriptRun("install", [tree.path("built")], environment)
            #expect(run.exitCode == 0, "\(run.output)")
        }
        #expect(FileManager.default.isExecutableFile(atPath: installed[0]))
        #expect(try String(contentsOfFile: installed[1], encoding: .utf8).contains(".TH QUIRE 1"))
        let scripts = try installed[2...].map { try String(contentsOfFile: $0, encoding: .utf8) }
        #expect(scripts == ["completion bash\n", "completion zsh\n", "completion fish\n"])

        for _ in 1...2 {
            let run = try ScriptRun("install", ["--uninstall"], environment)
            #expect(run.exitCode == 0, "\(run.output)")
        }
        #expect(installed.filter(FileManager.default.fileExists) == [])
    }

    @Test func `the library and the command have names that differ in more than case`() throws {
        let manifest = try ProjectFiles.text(of: "Package.swift")
        let names = manifest.matches(of: /\.(?:library|executable)\(name: "(.+?)"/)
            .map { $0.1.lowercased() }
        #expect(names.count > 2)
        #expect(Set(names).count == names.count)
    }

    @Test func `the schemes that are built for each platform are products`() throws {
        let manifest = try ProjectFiles.text(of: "Package.swift")
        let schemes = try ProjectFiles.text(of: ".spi.yml").matches(of: /scheme: (\w+)/)
        #expect(schemes.isEmpty == false)
        for scheme in schemes {
            #expect(manifest.contains(#".library(name: "\#(scheme.1)""#), "\(scheme.1)")
        }
    }
}
