// `Mutex` locks and unlocks with an atomic operation in the caller's code, which ThreadSanitizer
// detects. If another thread holds the lock, it calls the Swift library, which waits in the kernel.
// ThreadSanitizer does not detect that, so it would report a race for every contended lock.
//
// This file replaces the two library functions. The replacements report the synchronization to
// ThreadSanitizer and call the original functions.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "ThreadSanitizerSupport.h"

#if defined(__has_feature)
#if defined(__linux__) && __has_feature(thread_sanitizer)

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define SELF __attribute__((swift_context))
#define SWIFT __attribute__((swiftcall))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void Lock(uint32_t thread, SELF void *self);
typedef SWIFT void Unlock(SELF void *self);

SWIFT void quire_mutex_lock(uint32_t thread, SELF void *self) __asm__(LOCK);
SWIFT void quire_mutex_unlock(SELF void *self) __asm__(UNLOCK);

SWIFT void quire_mutex_lock(uint32_t thread, SELF void *self) {
    static _Atomic(Lock *) next;
    Lock *forward = atomic_load(&next);
    if (forward == NULL) {
        forward = (Lock *)dlsym(RTLD_NEXT, LOCK);
        if (forward == NULL) { abort(); }
        atomic_store(&next, forward);
    }
    forward(thread, self);
    __tsan_acquire(self);
}

SWIFT void quire_mutex_unlock(SELF void *self) {
    static _Atomic(Unlock *) next;
    Unlock *forward = atomic_load(&next);
    if (forward == NULL) {
        forward = (Unlock *)dlsym(RTLD_NEXT, UNLOCK);
        if (forward == NULL) { abort(); }
        atomic_store(&next, forward);
    }
    __tsan_release(self);
    forward(self);
}

#endif
#endif
