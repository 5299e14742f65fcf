/**
 * What V8 is told of each service, wherever it is started: `NODE_OPTIONS` does not take all of it.
 *
 * The young generation: V8 keeps three times the size it may grow to, for garbage that is gone a second later. The
 * renderer makes 3 MB of it for a page; less than 16 MB cost it a tenth of its time (ADR 50). The relay has several
 * threads with a heap each, and few cores to run them: collected by V8's four helper threads beside them, a report
 * costs a seventh more of a core, and answers wait longer (ADR 38). What V8 guesses to live long, while the relay
 * starts, is garbage of requests (ADR 50).
 */
export const v8Options = {
  relay: ['--max-semi-space-size=4', '--single-threaded-gc', '--no-allocation-site-pretenuring'],
  renderer: ['--max-semi-space-size=16'],
} as const satisfies Record<string, readonly string[]>;
