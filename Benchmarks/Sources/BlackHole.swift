/// Takes a result that nobody needs, so that the optimiser cannot leave out the work behind it.
///
/// The attribute matters: a function that is merely not inlined is still seen to do nothing, and its
/// calls go away together with what they are given.
@inline(never) @_optimize(none)
func blackHole<Value>(_ value: borrowing Value) {}
