/**
 * The options that Node.js gets for each service, all of them from its documentation (ADR 156). `NODE_OPTIONS` does not take
 * `--v8-pool-size`, so they stand on the command line.
 *
 * V8 keeps three times the size of a young generation. The relay's threads have a heap each, and few of its objects live longer than a
 * report: 2 MB suffice. A page lives longer, so the renderer has 8 MB. The relay's threads share few cores, so V8 gets one
 * thread for its own work.
 */
export const nodeOptions = {
  relay: ['--max-semi-space-size=2', '--v8-pool-size=1'],
  renderer: ['--max-semi-space-size=8'],
} as const satisfies Record<string, readonly string[]>;
