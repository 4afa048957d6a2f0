import Foundation

extension DatabaseFolder {
    /// Sets the attributes of Apple's file systems for the folder and its files.
    ///
    /// New files in the folder have the protection class of the folder.
    ///
    /// - Parameters:
    ///   - protection: The protection class, or `nil` to leave it unchanged.
    ///   - isExcludedFromBackup: Whether backups leave out the folder, or `nil` to leave it unchanged.
    /// - Throws: ``QuireError`` with code `cantOpenFile` if the system refuses.
    func setAttributes(
        _ protection: FileProtectionType?, isExcludedFromBackup: Bool?
    ) throws {
        #if canImport(Darwin)
            do {
                if let protection {
                    let files = FileManager.default.enumerator(atPath: path)
                    let paths = (files?.compactMap { $0 as? String } ?? []).map { "\(path)/\($0)" }
                    for file in [path] + paths {
                        try FileManager.default.setAttributes(
                            [.protectionKey: protection], ofItemAtPath: file)
                    }
                }
                if let isExcludedFromBackup {
                    var values = URLResourceValues()
                    values.isExcludedFromBackup = isExcludedFromBackup
                    var url = URL(fileURLWithPath: path, isDirectory: true)
                    try url.setResourceValues(values)
                }
            } catch {
                throw QuireError(
                    .cantOpenFile, "The attributes of \(path) cannot be changed.",
                    underlyingError: error)
            }
        #endif
    }
}
