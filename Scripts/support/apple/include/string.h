#pragma once
#include_next <string.h>
int memset_s(void *, size_t, int, size_t);
