// `Mutex` takes and gives back its lock by an atomic operation in the caller's code, which
// ThreadSanitizer sees. If another thread has the lock, it calls Swift's library, which waits in the
// kernel; that it does not see, so it would report a race at every lock that threads compete for.
//
// Here are those two functions of the library under their own names. They tell ThreadSanitizer what
// happens and pass the call on.

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
