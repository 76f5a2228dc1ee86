// PREIMAGE_ADDRESS_SANITIZER, 1 or 0: its shadow memory leaves no room for a limit on the address space.
#pragma once

#if defined(__SANITIZE_ADDRESS__)  // GCC
#define PREIMAGE_ADDRESS_SANITIZER 1
#elif defined(__has_feature)  // clang
#if __has_feature(address_sanitizer)
#define PREIMAGE_ADDRESS_SANITIZER 1
#endif
#endif
#ifndef PREIMAGE_ADDRESS_SANITIZER
#define PREIMAGE_ADDRESS_SANITIZER 0
#endif
