extension UnknownFields {
    /// Whether unknown keys stay.
    package var keepsFields: Bool { areKept }
}
