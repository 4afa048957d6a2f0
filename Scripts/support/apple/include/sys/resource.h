#pragma once
#include <features.h>
// With GNU's extensions, the resources are an enumeration.
#pragma push_macro("__USE_GNU")
#undef __USE_GNU
#include_next <sys/resource.h>
#pragma pop_macro("__USE_GNU")
#undef RLIMIT_FSIZE
#define RLIMIT_FSIZE 1
