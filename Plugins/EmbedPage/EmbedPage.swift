import Foundation
import PackagePlugin

/// Writes the files of the studio's page into Swift sources when QuireStudio is built.
@main
struct EmbedPage: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let page = target.directoryURL.appending(path: "Page")
        let names = try FileManager.default.contentsOfDirectory(atPath: page.path)
            .filter { !$0.hasPrefix(".") }.sorted()
        let files = names.map { page.appending(path: $0) }
        let output = context.pluginWorkDirectoryURL
        return [
            .buildCommand(
                displayName: "Embedding the page of the studio",
                executable: try context.tool(named: "PageEmbedder").url,
                arguments: [output.path] + files.map(\.path),
                inputFiles: files,
                outputFiles: (["PageSources"] + names).map { output.appending(path: "\($0).swift") }
            )
        ]
    }
}
