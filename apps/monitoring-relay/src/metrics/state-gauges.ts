import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '#shared';
import type { SpoolRoom } from '../spool/room/spool-room.ts';
import type { KeyMirror } from '../keys/key-mirror.ts';
import type { QueueState, SpoolUpkeep } from '../spool/ports/spool-upkeep.ts';
import { consumer, prefix } from './relay-metrics.ts';

export interface RelayState {
  readonly spool: Pick<SpoolUpkeep, 'getQueueState' | 'queuedBytes' | 'isFailing' | 'forwards'>;
  readonly room: Pick<SpoolRoom, 'findLack'>;
  readonly keys: Pick<KeyMirror, 'isDatabaseAnswering'>;
  readonly clock: Clock;
  readonly hasDatabase: boolean;
  readonly countSetAside: () => number;
}

interface QueueGauge {
  readonly name: string;
  readonly help: string;
  readonly read: (state: QueueState) => number;
  readonly readForwards?: (state: RelayState) => number;
}

const queueGauges: readonly QueueGauge[] = [
  {
    name: 'queue_reports',
    help: 'Reports that the relay has accepted and not yet finished.',
    read: ({ depth }) => depth,
    readForwards: ({ spool }) => spool.forwards.amount.reports,
  },
  {
    name: 'queue_oldest_seconds',
    help: 'Age in seconds of the oldest report that waits; 0 when none waits.',
    read: ({ oldestMs }) => oldestMs / 1000,
    readForwards: ({ spool, clock }) => {
      const nowMs = clock.nowMs();
      return Math.max(0, nowMs - (spool.forwards.findOldestMs() ?? nowMs)) / 1000;
    },
  },
];

/**
 * Registers gauges that are read whenever the metrics are scraped. The queue's gauges are absent
 * when the spool cannot be read.
 */
export function registerStateGauges(registry: Registry, state: RelayState): void {
  for (const gauge of queueGauges) registerQueueGauge(registry, gauge, state);
  registerBytes(registry, state);
  const { spool, room, keys, hasDatabase, countSetAside } = state;
  const register = (name: string, help: string, read: () => number): void => {
    const gauge = new Gauge({
      name: prefix + name,
      help,
      registers: [],
      collect() {
        this.set(read());
      },
    });
    registry.registerMetric(gauge);
  };
  const areKept = () => !spool.isFailing && room.findLack() === undefined;
  register('taking_reports', '1 while reports can be kept; 0 on a full or failing disk.', () => {
    return Number(areKept());
  });
  register('damaged_spools', 'Spools that were damaged and are set aside.', countSetAside);
  if (!hasDatabase) return;
  register('database_up', '1 while the database answers; until then reports are queued.', () => {
    return Number(keys.isDatabaseAnswering);
  });
}

/** A body that waits for both processing and forwarding counts in both values. */
function registerBytes(registry: Registry, { spool }: RelayState): void {
  const gauge = new Gauge({
    name: `${prefix}queue_bytes`,
    help: 'Bytes of the bodies of reports that wait or are being written.',
    labelNames: ['consumer'],
    registers: [],
    collect() {
      this.set({ consumer }, spool.queuedBytes);
      this.set({ consumer: 'forwarding' }, spool.forwards.amount.bytes);
    },
  });
  registry.registerMetric(gauge);
}

function registerQueueGauge(
  registry: Registry,
  { name, help, read, readForwards }: QueueGauge,
  state: RelayState,
): void {
  const { spool, clock } = state;
  const gauge = new Gauge({
    name: prefix + name,
    help,
    labelNames: ['consumer'],
    registers: [],
    async collect() {
      this.reset();
      try {
        this.set({ consumer }, read(await spool.getQueueState(clock.nowMs())));
        if (readForwards) this.set({ consumer: 'forwarding' }, readForwards(state));
      } catch {
        // The relay's health reports why the spool cannot be read.
      }
    },
  });
  registry.registerMetric(gauge);
}
