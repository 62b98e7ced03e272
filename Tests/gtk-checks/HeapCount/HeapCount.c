#include "CHeapCount.h"

#include <stdatomic.h>

// glibc lets a program replace malloc. GLib and Swift use these three functions for the objects of a key.

static atomic_size_t count;

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);

static void count_one(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

size_t allocation_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }

void *malloc(size_t size) {
    count_one();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count_one();
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count_one();
    return __libc_realloc(block, size);
}
