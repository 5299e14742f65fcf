import type { INestApplicationContext } from '@nestjs/common';
import type { Job } from '#shared';
import { Forwarding } from './forwarding/forwarding.ts';
import { Health } from './health/health.ts';
import { beat } from './health/heartbeat.ts';
import { SpoolRoom } from './spool/room/spool-room.ts';
import { StorageWatch } from './intake/admission/storage-watch.ts';
import { BodyReader } from './intake/body/body-reader.ts';
import { SWEEP_EVERY_MS } from './intake/body/stall-watch.ts';
import { IntakeTally } from './intake/intake-tally.ts';
import { KeyMirror } from './keys/key-mirror.ts';
import type { RelayParts } from './relay-parts.ts';
import { SpoolUpkeep } from './spool/ports/spool-upkeep.ts';

/** Bytes that one run returns to the disk. Larger steps would delay reports noticeably. */
const SPACE_STEP_BYTES = 1024 * 1024;

/**
 * Lists the jobs of the thread that answers requests. These jobs concern its spool, memory and
 * connections, and each run is too short to delay a request. `product.ts` adds the jobs of
 * capabilities; `product-processing.ts` lists the jobs that use the database.
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
    // Checks that the spool's files are still on the disk. Until this check notices a missing file,
    // the relay acknowledges reports that it cannot keep.
    { name: 'spool-files', everyMs: 1000, run: () => spoolFile.watch.checkFiles() },
    { name: 'spool-space', everyMs: 10_000, run: () => spool.giveBackSpace(SPACE_STEP_BYTES) },
    // Limits how long an idle spool keeps bodies and rows of removed reports on the disk.
    { name: 'spool-traces', everyMs: 10_000, run: () => spoolFile.clearOnceIdle() },
    { name: 'forward-bounds', everyMs: 10_000, run: () => forwarding.keepBounds() },
    {
      name: 'left-forwards',
      everyMs: forwarding.sendOrphanedEveryMs,
      run: () => forwarding.sendOrphaned(),
    },
    // Within one interval, new reports may bring the free space below its minimum.
    { name: 'free-disk', everyMs: 1000, run: () => app.get(SpoolRoom).measure() },
    // Counts that reach the database through the spool arrive up to one interval later than
    // recorded events.
    { name: 'spool-tallies', everyMs: 1000, run: () => spool.queueTallies() },
    ...[
      { name: 'intake-tally', everyMs: 1000, run: () => app.get(IntakeTally).write() },
      // Attachments that arrive within one interval, and reports in the spool, may exceed the
      // budget.
      { name: 'stored-bytes', everyMs: 1000, run: () => app.get(StorageWatch).refresh() },
      // A change of keys takes effect within two seconds: one interval, and the time of the query.
      { name: 'keys', everyMs: 1000, run: () => app.get(KeyMirror).refresh() },
      ...toHeartbeat(app, config.heartbeatUrl),
      ...ofConsumer,
      ...ofProduct,
    ].map((job) => ({ ...job, needsDatabase: true })),
  ];
}

function toHeartbeat(app: INestApplicationContext, url: string | undefined): readonly Job[] {
  if (url === undefined) return [];
  const health = app.get(Health);
  return [
    { name: 'heartbeat', everyMs: 60_000, run: () => beat({ url, check: () => health.check() }) },
  ];
}
