import type { INestApplicationContext } from '@nestjs/common';
import { Clock, operatorLimits } from '#shared';
import type { Stores } from '#product';
import type { Job } from '#shared';
import { Forwarding } from './forwarding/forwarding.ts';
import { beat } from './delivery/heartbeat.ts';
import { Health } from './health/health.ts';
import { SpoolRoom } from './health/spool-room.ts';
import { StorageWatch } from './intake/admission/storage-watch.ts';
import { BodyReader } from './intake/body/body-reader.ts';
import { SWEEP_EVERY_MS } from './intake/body/stall-watch.ts';
import { IntakeTally } from './intake/intake-tally.ts';
import { KeyMirror } from './keys/key-mirror.ts';
import { RefusedKeys } from './keys/refused-keys.ts';
import { OperatorWatch } from './operator-alerts/operator-watch.ts';
import type { RelayParts } from './relay-parts.ts';
import { SpoolOperation } from './spool/ports/spool-operation.ts';
import { SpoolUpkeep } from './spool/ports/spool-upkeep.ts';

/** Small enough not to be noticed by a report that arrives meanwhile. */
const SPACE_STEP_BYTES = 1024 * 1024;

/**
 * The jobs of the thread that answers requests: what concerns its spool, its memory and its connections, each too short
 * to be noticed by a request. Jobs over the database are in `database-jobs.ts`. A capability adds a line.
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
  const ofProduct = product.consumer ? app.get(product.consumer).jobs : [];
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
      // With a query's own time this keeps a change of keys under the two seconds of DESIGN §5.
      { name: 'keys', everyMs: 1000, run: () => app.get(KeyMirror).refresh() },
      ...(stores
        ? [toErasedTraces(stores, spoolFile), toOperatorAlerts(app, { config, stores })]
        : []),
      // All is well once the database has answered.
      ...toHeartbeat(app, config.heartbeatUrl),
      ...ofProduct,
    ].map((job) => ({ ...job, needsDatabase: true })),
  ];
}

/** Reports of an erased person that have gone leave the disk at once, those of others with them. */
function toErasedTraces({ erasures }: Stores, spoolFile: RelayParts['spoolFile']): Job {
  let clearedMs: number | undefined;
  return {
    name: 'erased-traces',
    everyMs: 1000,
    run: async () => {
      const erasedMs = await erasures.findLastErasedMs();
      if (erasedMs === clearedMs) return;
      if (spoolFile.clear()) clearedMs = erasedMs;
    },
  };
}

/** Each relay judges itself in its turn, and what all of them share. */
function toOperatorAlerts(
  app: INestApplicationContext,
  { config, stores }: { readonly config: RelayParts['config']; readonly stores: Stores },
): Job {
  const watch = new OperatorWatch({
    stores,
    health: app.get(Health),
    room: app.get(SpoolRoom),
    forwarding: app.get(Forwarding),
    refusedKeys: app.get(RefusedKeys),
    settings: config.delivery,
    clock: app.get<Clock>(Clock),
    scope: app.get<SpoolOperation>(SpoolOperation).folder,
  });
  return {
    name: 'operator-alerts',
    everyMs: operatorLimits.judgedEveryMs,
    exclusive: true,
    run: () => watch.look(),
  };
}

/** A dead man's switch elsewhere tells somebody once it is not called any more. */
function toHeartbeat(app: INestApplicationContext, url: string | undefined): readonly Job[] {
  if (url === undefined) return [];
  const health = app.get(Health);
  return [
    { name: 'heartbeat', everyMs: 60_000, run: () => beat({ url, check: () => health.check() }) },
  ];
}
