// The interface of the fault plan for the definitions in `Interposition.c`.

#ifndef QUIRE_FAULT_PLAN_H
#define QUIRE_FAULT_PLAN_H

#include "FaultInjection.h"

/// Counts a call on an open file, and returns whether it must fail; if so, sets `errno`.
bool fault_hits_file(uint32_t kind, int file);

/// Counts a call on a path relative to an open folder, and returns whether it must fail.
bool fault_hits_path(uint32_t kind, int folder, const char *path);

#endif
