/// A kind of database maintenance.
///
/// ```swift
/// try database.performMaintenance(type: .integrityCheck)
/// ```
public enum MaintenanceType: Sendable, Hashable, CaseIterable {
    /// Removes blobs that no document refers to, and returns free space to the file system.
    case compact
    /// Rebuilds all indexes.
    case reindex
    /// Checks the file and its indexes for damage.
    case integrityCheck
    /// Updates the statistics for index selection from samples of the indexes.
    case optimize
    /// Recalculates all statistics from complete scans of the indexes.
    case fullOptimize
}
