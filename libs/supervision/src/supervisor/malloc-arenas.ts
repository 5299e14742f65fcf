/**
 * Limits glibc to two heaps for all threads of a process, instead of up to eight per core. Memory
 * that a thread has freed in one heap is useless to the others and stays allocated. Other C
 * libraries ignore the variable.
 */
export const MALLOC_ARENAS = { MALLOC_ARENA_MAX: '2' };
