import { describeDiskUse } from '#persistence';
import type { Clock, RelayOperation, SpoolState } from '#shared';
import { toReason } from '#telemetry/plain';
import type { RelayConfig } from '../config/relay-config.ts';
import type { Forwarding } from '../forwarding/forwarding.ts';
import type { Health } from '../health/health.ts';
import type { RefusedKeys } from '../keys/refused-keys.ts';
import { listDamagedSpools } from '../spool/damage/damaged-spools.ts';
import type { SpoolRoom } from '../spool/room/spool-room.ts';
import type { ReadableSpool, ReadableSpools } from './readable-spools.ts';

export interface OperationParts {
  readonly health: Pick<Health, 'check'>;
  readonly room: Pick<SpoolRoom, 'isDiskShort'>;
  readonly spools: ReadableSpools;
  readonly config: Pick<RelayConfig, 'room' | 'dataDir'>;
  readonly clock: Clock;
  readonly forwarding: Pick<Forwarding, 'describe'>;
  readonly refusedKeys: Pick<RefusedKeys, 'list'>;
}

export class Operation {
  constructor(private readonly parts: OperationParts) {}

  async describe(): Promise<RelayOperation> {
    const { health, spools, config, forwarding, clock, refusedKeys, room } = this.parts;
    const { status, problems } = await health.check();
    const readings = await spools.inspectEach((spool) => this.measure(spool));
    const seen = readings.flatMap((reading) => (reading.state === 'seen' ? reading.result : []));
    const { maxReports, maxBytes } = config.room;
    return {
      problems,
      takesReports: status === 'ready',
      room: { maxReports, maxBytes },
      diskUse: room.isDiskShort ? await describeDiskUse(config.dataDir) : undefined,
      spools: seen.filter(({ isOwn, depth, owed }) => isOwn || depth > 0 || owed > 0),
      upstreams: forwarding.describe(clock.nowMs()),
      heldSpools: readings.flatMap(({ state, name }) => (state === 'held' ? [name] : [])),
      unreadableSpools: readings.flatMap((reading) =>
        reading.state === 'unreadable'
          ? [{ name: reading.name, reason: toReason(reading.error) }]
          : [],
      ),
      refusedKeys: refusedKeys.list(),
      // Must be last, because opening the spools above may discover a damaged spool.
      damagedSpools: await listDamagedSpools(config.dataDir),
    };
  }

  private async measure({ name, isOwn, spool }: ReadableSpool): Promise<SpoolState> {
    const state = await spool.getQueueState(this.parts.clock.nowMs());
    const owed = spool.forwards.amount.reports;
    return { name, isOwn, bytes: spool.queuedBytes, owed, ...state };
  }
}
