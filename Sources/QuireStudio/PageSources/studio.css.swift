// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let studioCSS = ####"""
body { font-family: sans-serif; }

"""####
}
