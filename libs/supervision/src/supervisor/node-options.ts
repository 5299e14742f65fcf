/**
 * Options of Node.js for each service, all documented. Node.js gets them on the command line
 * because `NODE_OPTIONS` does not accept `--v8-pool-size`.
 *
 * V8's young generation takes three times `--max-semi-space-size`. Each thread of the relay has a
 * heap of its own, and few objects live longer than the work on a report, so 2 MB suffice.
 * Rendering a page takes longer, so the renderer has 8 MB. The relay's threads share few cores, so
 * V8 gets one thread for its own work.
 *
 * Both services have some 60 MB of long-lived objects. An old generation of at most 512 MB lets V8
 * collect before a heap has doubled. A page or report that needs more fails with "heap out of
 * memory", and the supervisor starts the service again.
 */
export const nodeOptions = {
  relay: ['--max-old-space-size=512', '--max-semi-space-size=2', '--v8-pool-size=1'],
  renderer: ['--max-old-space-size=512', '--max-semi-space-size=8'],
} as const satisfies Record<string, readonly string[]>;
