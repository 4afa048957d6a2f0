// Makes the locks of Swift's library known to ThreadSanitizer.
//
// A program that this is linked into needs to call nothing of it.

#ifndef QUIRE_THREAD_SANITIZER_SUPPORT_H
#define QUIRE_THREAD_SANITIZER_SUPPORT_H
#endif
