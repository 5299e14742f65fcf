/**
 * What V8 is told of each service, wherever it is started: `NODE_OPTIONS` does not take all of it.
 *
 * The young generation: V8 keeps three times the size it may grow to, for garbage that is gone a second later. The
 * renderer makes 3 MB of it for a page: with 8 MB its pages are as fast as with 16, and it holds 10 MB less under load.
 * The relay's threads have a heap each, and what they make is little at a time: 2 MB do. V8's guesses, while they start,
 * at what will live long are mostly the garbage of requests (ADR 50). The relay has several threads and few cores to run
 * them, so V8 gets one thread of its own for collecting: without any (`--single-threaded-gc`) Node 26 held 100 MB more
 * under load. V8's middle compiler made no page faster, and its code took 25 MB of the renderer (ADR 69).
 */
export const v8Options = {
  relay: ['--max-semi-space-size=2', '--v8-pool-size=1', '--no-allocation-site-pretenuring'],
  renderer: ['--max-semi-space-size=8', '--no-maglev', '--no-allocation-site-pretenuring'],
} as const satisfies Record<string, readonly string[]>;
