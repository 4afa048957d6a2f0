#pragma once
#include_next <stdio.h>
#define RENAME_SWAP 0x00000002
int renamex_np(const char *, const char *, unsigned int);
