/**
 * The environment in which glibc makes two heaps for all threads of a process, not up to eight for each core: what one
 * thread has freed is of no use to another heap, and stays. Other C libraries know nothing of it.
 */
export const FEW_ARENAS = { MALLOC_ARENA_MAX: '2' };
