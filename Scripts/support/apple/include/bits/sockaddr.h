// Addresses begin with their length.
#pragma once
typedef unsigned char sa_family_t;
#define __SOCKADDR_COMMON(sa_prefix) \
  unsigned char sa_prefix##len; \
  sa_family_t sa_prefix##family
#define __SOCKADDR_COMMON_SIZE 2
#define _SS_SIZE 128
