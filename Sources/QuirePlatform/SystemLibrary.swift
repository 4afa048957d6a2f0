// The C library of the system. A file that calls the system imports only this module.

#if canImport(Darwin)
    @_exported public import Darwin
#elseif canImport(Musl)
    @_exported public import Musl
#elseif canImport(Android)
    @_exported public import Android
#elseif canImport(Glibc)
    @_exported public import Glibc
#endif
