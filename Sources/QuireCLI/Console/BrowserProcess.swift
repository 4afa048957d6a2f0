import Foundation

/// The browser of the user.
enum BrowserProcess {
    #if canImport(Darwin)
        private static let programs = ["/usr/bin/open"]
    #else
        private static let programs = ["/usr/bin/xdg-open", "/usr/local/bin/xdg-open"]
    #endif

    /// Opens a URL, without waiting for the browser.
    ///
    /// If there is no browser, the call has no effect.
    static func open(_ url: URL) {
        guard let program = programs.first(where: FileManager.default.isExecutableFile) else {
            return
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [url.absoluteString]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }
}
