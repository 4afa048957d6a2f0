// libcurl's C interface for Swift, with functions for those with variable arguments.

#ifndef QUIRE_CCURL_SHIM_H
#define QUIRE_CCURL_SHIM_H

#include <curl/curl.h>

static inline CURLcode quire_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode quire_curl_set_string(
    CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode quire_curl_set_buffer(
    CURL *handle, CURLoption option, char *buffer) {
    return curl_easy_setopt(handle, option, buffer);
}

// libcurl copies the bytes.
static inline CURLcode quire_curl_set_blob(
    CURL *handle, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
    return curl_easy_setopt(handle, option, &blob);
}

static inline CURLcode quire_curl_socket(CURL *handle, curl_socket_t *socket) {
    return curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, socket);
}

static inline CURLcode quire_curl_system_error(CURL *handle, long *number) {
    return curl_easy_getinfo(handle, CURLINFO_OS_ERRNO, number);
}

#endif
