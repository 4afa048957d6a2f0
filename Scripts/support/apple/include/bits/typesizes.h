// The integer types of Apple's C library that differ from those of Linux.
#pragma once
#include_next <bits/typesizes.h>
#undef __MODE_T_TYPE
#define __MODE_T_TYPE __U16_TYPE
#undef __NLINK_T_TYPE
#define __NLINK_T_TYPE __U16_TYPE
#undef __DEV_T_TYPE
#define __DEV_T_TYPE __S32_TYPE
#undef __BLKSIZE_T_TYPE
#define __BLKSIZE_T_TYPE __S32_TYPE
#undef __SUSECONDS_T_TYPE
#define __SUSECONDS_T_TYPE __S32_TYPE
#undef __CLOCK_T_TYPE
#define __CLOCK_T_TYPE __ULONGWORD_TYPE
