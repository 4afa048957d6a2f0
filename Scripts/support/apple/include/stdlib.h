#pragma once
#include_next <stdlib.h>
int posix_openpt(int);
int grantpt(int);
int unlockpt(int);
char *ptsname(int);
