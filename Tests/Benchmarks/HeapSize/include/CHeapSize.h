#ifndef C_HEAP_SIZE_H
#define C_HEAP_SIZE_H

#include <stddef.h>

/// Makes all threads share one arena, so that a block can be freed on any thread. Call it before any other function.
void heap_use_one_arena(void);

/// Returns the bytes in use.
size_t heap_bytes_in_use(void);

/// Returns the number of allocations since the start.
size_t heap_allocation_count(void);

#endif
