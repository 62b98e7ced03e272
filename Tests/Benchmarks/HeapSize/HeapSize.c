#include "CHeapSize.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>

void heap_use_one_arena(void) {
    mallopt(M_ARENA_MAX, 1);
}

size_t heap_bytes_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

/* glibc lets a program replace malloc. These functions count and call the original. */

static atomic_size_t allocation_count;

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

static void count_one(void) {
    atomic_fetch_add_explicit(&allocation_count, 1, memory_order_relaxed);
}

size_t heap_allocation_count(void) {
    return atomic_load_explicit(&allocation_count, memory_order_relaxed);
}

void *malloc(size_t size) {
    count_one();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    count_one();
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    count_one();
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count_one();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    count_one();
    *block = __libc_memalign(alignment, size);
    return *block ? 0 : ENOMEM;
}
