// If a continuation is resumed before its task waits for it, the value is passed with an atomic
// operation in the Swift library. On the resuming side, the library reports this to
// ThreadSanitizer,
// using the address of the task. On the other side, which continues without waiting, it does not.
// ThreadSanitizer then reports a race between the task and the thread that created the value.
//
// Therefore, the task reports it here. This hides no race, because the value cannot arrive before
// the resumption.

#include "ThreadSanitizerSupport.h"

#if defined(__has_feature)
#if defined(__linux__) && __has_feature(thread_sanitizer)
#define QUIRE_HAS_THREAD_SANITIZER 1
#endif
#endif

#ifdef QUIRE_HAS_THREAD_SANITIZER

void __tsan_acquire(void *address);
__attribute__((swiftcall)) void *swift_task_getCurrent(void);

void thread_sanitizer_note_resumption(void) {
    void *task = swift_task_getCurrent();
    if (task) { __tsan_acquire(task); }
}

#else

void thread_sanitizer_note_resumption(void) {}

#endif
