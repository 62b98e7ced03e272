#ifndef C_HEAP_SIZE_H
#define C_HEAP_SIZE_H

#include <stddef.h>

/// Has all threads share one arena, so that what one frees is seen where another allocated. Call it first of all.
void heap_use_one_arena(void);

/// The bytes that are allocated now and not freed.
size_t heap_bytes_in_use(void);

/// How often memory was allocated since the start.
size_t heap_allocation_count(void);

#endif
