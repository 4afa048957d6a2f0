/// A condition that ends long work early, such as a deadline.
package protocol WorkInterruption: AnyObject {
    /// Whether the work has to end.
    var isDue: Bool { get }
}
