// `Mutex` and `Atomic` for all modules of the package. They have the interface of the types in
// Swift's module Synchronization, which is available since macOS 15 and iOS 18.
//
// Apple platforms use the types in this module instead. The condition `OWN_SYNCHRONIZATION` compiles
// them on other platforms as well, to check them.

#if !canImport(Darwin) && !OWN_SYNCHRONIZATION
    @_exported public import Synchronization
#endif
