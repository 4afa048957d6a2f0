// What ThreadSanitizer is not to report.

#include "ThreadSanitizerSupport.h"

#if defined(__has_feature)
#if defined(__linux__) && __has_feature(thread_sanitizer)

// If the element of an `AsyncStream` comes when its reader is about to wait, Swift's library hands it
// over by an atomic operation that ThreadSanitizer does not see. Then it looks as if the reader used
// the element without waiting for it. Functions of this name do no more than use such elements.
const char *__tsan_default_suppressions(void) { return "race:useElementsOfStream\n"; }

#endif
#endif
