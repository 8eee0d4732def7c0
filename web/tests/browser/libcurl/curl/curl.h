// What the C++ snippet uses of libcurl, for machines that have the library but not its header. These names, numbers and types are part of the
// library's binary interface, which does not change.
#pragma once

using CURL = void;
struct curl_slist;
enum CURLcode : int { CURLE_OK = 0 };
enum CURLoption : int {
  CURLOPT_WRITEDATA = 10001,
  CURLOPT_URL = 10002,
  CURLOPT_POSTFIELDS = 10015,
  CURLOPT_HTTPHEADER = 10023,
  CURLOPT_WRITEFUNCTION = 20011,
};
enum CURLINFO : int { CURLINFO_RESPONSE_CODE = 0x200002 };
constexpr long CURL_GLOBAL_DEFAULT = 3;

extern "C" {
CURLcode curl_global_init(long flags);
CURL* curl_easy_init();
CURLcode curl_easy_setopt(CURL* handle, CURLoption option, ...);
CURLcode curl_easy_perform(CURL* handle);
CURLcode curl_easy_getinfo(CURL* handle, CURLINFO info, ...);
void curl_easy_cleanup(CURL* handle);
curl_slist* curl_slist_append(curl_slist* list, const char* text);
void curl_slist_free_all(curl_slist* list);
}
