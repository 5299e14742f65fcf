/**
 * What V8 is told of each service, wherever it is started: `NODE_OPTIONS` does not take all of it.
 *
 * The young generation: V8 lets it grow to 16 MB three times over and keeps them, for garbage that is gone a second
 * later. The renderer makes far more of it: at 8 MB a page takes 3 % more of a core and the process 18 MB less under
 * load, at 4 MB a page 10 % more (ADR 40). The relay has several threads with a heap each, and few cores to run them:
 * collected by V8's four helper threads beside them, a report costs a seventh more of a core, and answers wait longer
 * (ADR 38).
 */
export const v8Options = {
  relay: ['--max-semi-space-size=4', '--single-threaded-gc'],
  renderer: ['--max-semi-space-size=8'],
} as const satisfies Record<string, readonly string[]>;
