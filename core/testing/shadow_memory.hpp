// PREIMAGE_SHADOW_MEMORY, 1 or 0: that of a sanitizer leaves no room for a limit on the address space.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)  // GCC
#define PREIMAGE_SHADOW_MEMORY 1
#elif defined(__has_feature)  // clang
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PREIMAGE_SHADOW_MEMORY 1
#endif
#endif
#ifndef PREIMAGE_SHADOW_MEMORY
#define PREIMAGE_SHADOW_MEMORY 0
#endif
