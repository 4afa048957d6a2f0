// The times of a file have other names.
#pragma once
#define st_atim st_atimespec
#define st_mtim st_mtimespec
#define st_ctim st_ctimespec
#include_next <bits/struct_stat.h>
#undef st_atim
#undef st_mtim
#undef st_ctim
