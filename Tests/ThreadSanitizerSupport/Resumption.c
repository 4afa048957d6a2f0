// A continuation that is resumed before its task waits for it is handed over by an atomic operation
// in Swift's library. On the side that resumes, the library tells ThreadSanitizer so, by the address
// of the task; on the side that goes on without having waited, it does not. Then it looks as if the
// task used the value without anything between it and the thread that made the value.
//
// So the task says it here. That hides nothing: the value cannot have arrived before the resumption.

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
