import type { INestApplicationContext } from '@nestjs/common';
import type { Job } from '#shared';
import { Forwarding } from './forwarding/forwarding.ts';
import { Health } from './health/health.ts';
import { beat } from './health/heartbeat.ts';
import { SpoolRoom } from './health/spool-room.ts';
import { StorageWatch } from './intake/admission/storage-watch.ts';
import { BodyReader } from './intake/body/body-reader.ts';
import { SWEEP_EVERY_MS } from './intake/body/stall-watch.ts';
import { IntakeTally } from './intake/intake-tally.ts';
import { KeyMirror } from './keys/key-mirror.ts';
import type { RelayParts } from './relay-parts.ts';
import { SpoolUpkeep } from './spool/ports/spool-upkeep.ts';

/** Small enough not to be noticed by a report that arrives meanwhile. */
const SPACE_STEP_BYTES = 1024 * 1024;

/**
 * The jobs of the thread that answers requests: what concerns its spool, its memory and its connections, each too short
 * to be noticed by a request. What capabilities add is in `product.ts`, and jobs over the database in `product-processing.ts`.
 */
export function listRelayJobs(
  app: INestApplicationContext,
  {
    config,
    product,
    spoolFile,
    stores,
  }: Pick<RelayParts, 'config' | 'product' | 'spoolFile' | 'stores'>,
): readonly Job[] {
  const forwarding = app.get(Forwarding);
  const spool = app.get<SpoolUpkeep>(SpoolUpkeep);
  const ofConsumer = product.consumer ? app.get(product.consumer).jobs : [];
  const ofProduct = product.listJobs?.({ app, config, stores, spoolFile }) ?? [];
  return [
    {
      name: 'stalled-bodies',
      everyMs: SWEEP_EVERY_MS,
      run: () => app.get(BodyReader).dropStalled(),
    },
    // Whether the spool is still on the disk: how long reports are acknowledged that are not.
    { name: 'spool-files', everyMs: 1000, run: () => spoolFile.watch.look() },
    { name: 'spool-space', everyMs: 10_000, run: () => spool.giveBackSpace(SPACE_STEP_BYTES) },
    // How soon nothing on the disk is of reports that have gone, in a spool that is idle.
    { name: 'spool-traces', everyMs: 10_000, run: () => spoolFile.clearOnceIdle() },
    { name: 'forward-bounds', everyMs: 10_000, run: () => forwarding.keepBounds() },
    { name: 'left-forwards', everyMs: forwarding.lookEveryMs, run: () => forwarding.sendLeft() },
    // How much of the disk is free: what arrives within it is the most that goes over.
    { name: 'free-disk', everyMs: 1000, run: () => app.get(SpoolRoom).measure() },
    // How much later than what is recorded the rest is counted.
    { name: 'spool-tallies', everyMs: 1000, run: () => spool.queueTallies() },
    ...[
      { name: 'intake-tally', everyMs: 1000, run: () => app.get(IntakeTally).write() },
      // How much is stored: attachments that come within it, and what waits in the spool, may go over the budget.
      { name: 'stored-bytes', everyMs: 1000, run: () => app.get(StorageWatch).refresh() },
      // A change of keys counts within two seconds: this interval and the query.
      { name: 'keys', everyMs: 1000, run: () => app.get(KeyMirror).refresh() },
      // All is well once the database has answered.
      ...toHeartbeat(app, config.heartbeatUrl),
      ...ofConsumer,
      ...ofProduct,
    ].map((job) => ({ ...job, needsDatabase: true })),
  ];
}

/** A dead man's switch elsewhere tells somebody once it is not called any more. */
function toHeartbeat(app: INestApplicationContext, url: string | undefined): readonly Job[] {
  if (url === undefined) return [];
  const health = app.get(Health);
  return [
    { name: 'heartbeat', everyMs: 60_000, run: () => beat({ url, check: () => health.check() }) },
  ];
}
