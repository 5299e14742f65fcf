/**
 * Options of Node.js for each service, all documented. Node.js gets them on the command line
 * because `NODE_OPTIONS` does not accept `--v8-pool-size`.
 *
 * V8 keeps three times the size of a young generation. The relay's threads have a heap each, and
 * few of its objects live longer than a report: 2 MB suffice. A page lives longer, so the renderer
 * has 8 MB. The relay's threads share few cores, so V8 gets one thread for its own work.
 *
 * Both services live within some 60 MB of objects. An old generation of at most 512 MB lets V8
 * collect before a heap has doubled. A page or report that needs more fails with "heap out of
 * memory", and the supervisor starts the service again.
 */
export const nodeOptions = {
  relay: ['--max-old-space-size=512', '--max-semi-space-size=2', '--v8-pool-size=1'],
  renderer: ['--max-old-space-size=512', '--max-semi-space-size=8'],
} as const satisfies Record<string, readonly string[]>;
