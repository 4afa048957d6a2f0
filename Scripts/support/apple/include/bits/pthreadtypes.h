// A thread is a pointer.
#pragma once
#define pthread_t __linux_pthread_t
#include_next <bits/pthreadtypes.h>
#undef pthread_t
struct _opaque_pthread_t {
  long __sig;
  char __opaque[8176];
};
typedef struct _opaque_pthread_t *pthread_t;
