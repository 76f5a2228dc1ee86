// Work that is cut into pieces beforehand, done by any number of threads.
#pragma once

#include <cstddef>
#include <functional>

namespace preimage::base {

/// Calls work(0), ..., work(count - 1), each once, by `threads` threads, this one among them, that take the
/// next piece when they are done with one. Pieces must not depend on each other. Where some throw, no further
/// piece is begun, and what the first of them (by its number) has thrown is thrown here.
/// threads  >= 1; of one thread the pieces are done in their order. Where the system gives fewer threads,
///          those do all pieces
void for_each_tile(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work);

}  // namespace preimage::base
