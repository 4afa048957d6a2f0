/// A function of the values in a group.
package enum AggregateKind {
    case count
    case sum
    case average
    case minimum
    case maximum
    case array
}
