// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

/// The files of the page, by their names.
enum PageSources {
    static let files: [String: String] = [
        "index.html": indexHTML,
        "studio.css": studioCSS,
        "studio.js": studioJS,
    ]
}
