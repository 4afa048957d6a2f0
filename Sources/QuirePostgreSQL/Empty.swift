#if PostgreSQL
#endif
