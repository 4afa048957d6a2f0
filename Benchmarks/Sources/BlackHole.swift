/// Consumes a result, so that the optimizer cannot remove the computation.
///
/// The attribute is necessary: the optimizer also analyzes functions that are merely not inlined,
/// and removes calls without effects together with their arguments.
@inline(never) @_optimize(none)
func blackHole<Value>(_ value: borrowing Value) {}
