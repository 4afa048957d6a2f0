// Whether `Interposition.c` defines system calls in this build.

#ifndef QUIRE_PLATFORM_H
#define QUIRE_PLATFORM_H

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define QUIRE_HAS_OTHER_DEFINITIONS 1
#endif
#endif

#if defined(__linux__) && !defined(QUIRE_HAS_OTHER_DEFINITIONS)
#define QUIRE_INTERPOSES 1
#else
#define QUIRE_INTERPOSES 0
#endif

#endif
