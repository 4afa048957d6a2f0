/// What can be done for a database's health.
public enum MaintenanceType: Sendable, Hashable, CaseIterable {
    /// Removes blobs that no document refers to any more, and gives free space back to the disk.
    case compact
    /// Builds all indexes anew.
    case reindex
    /// Looks for damage in the file and in the indexes.
    case integrityCheck
    /// Brings those statistics up to date that help to choose indexes, looking at a part of each.
    case optimize
    /// Makes all statistics anew, looking at all of every index.
    case fullOptimize
}
