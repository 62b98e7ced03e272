#ifndef C_HEAP_COUNT_H
#define C_HEAP_COUNT_H

#include <stddef.h>

/// Returns the number of allocations since the start.
size_t allocation_count(void);

#endif
