// The C library. The folder `include` changes the headers of Linux.
@_exported public import Glibc
