import Foundation

extension DatabaseFolder {
    /// Sets the attributes of Apple's file systems for the folder and its files.
    ///
    /// New files in the folder have the protection class of the folder. It is the last to be changed, so
    /// that its class tells whether the files have it.
    ///
    /// - Parameters:
    ///   - protection: The protection class, or `nil` to leave it unchanged.
    ///   - isExcludedFromBackup: Whether backups leave out the folder, or `nil` to leave it unchanged.
    /// - Throws: ``QuireError`` with code `cantOpenFile` if the system refuses.
    /// - Complexity: O(*n*) in the number of files if the protection class changes.
    func setAttributes(
        protection: FileProtectionType?, isExcludedFromBackup: Bool?
    ) throws {
        #if canImport(Darwin)
            do {
                let manager = FileManager.default
                let attributes = try manager.attributesOfItem(atPath: path)
                let current = attributes[.protectionKey] as? FileProtectionType
                if let protection, current?.rawValue != protection.rawValue {
                    let files = manager.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
                    for file in files.map({ "\(path)/\($0)" }) + [path] {
                        try manager.setAttributes([.protectionKey: protection], ofItemAtPath: file)
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
