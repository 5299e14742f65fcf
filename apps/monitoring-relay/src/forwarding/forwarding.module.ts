import { Global, Module } from '@nestjs/common';
import type { OutcomeCount } from '#shared';
import { Clock } from '#shared';
import { Pause } from '#telemetry/plain';
import { RelayConfig } from '../config/relay-config.ts';
import { KeyMirror } from '../keys/key-mirror.ts';
import { KeysModule } from '../keys/keys.module.ts';
import { RelayMetrics } from '../metrics/relay-metrics.ts';
import { OrphanedSpoolFiles } from '../spool/orphaned/orphaned-spool-files.ts';
import { SpoolForwarding } from '../spool/ports/spool-forwarding.ts';
import { ForwardMetrics } from './forward-metrics.ts';
import { Forwarder } from './lanes/forwarder.ts';
import { Forwarding } from './forwarding.ts';
import { OrphanedForwards } from './orphaned-forwards.ts';
import { ForwardDecision } from './decision/forward-decision.ts';
import { Sender } from './outgoing/sender.ts';
import { UpstreamClient } from './upstream/upstream-client.ts';
import { UpstreamLimits } from './upstream/upstream-limits.ts';
import { Upstreams } from './upstream/upstreams.ts';

/**
 * Maximum number of reports that are sent to one service at the same time. Each project sends one
 * report at a time.
 */
const MOST_SENDS = 16;

/** Global, because intake must know which projects are forwarded. */
@Global()
@Module({
  imports: [KeysModule],
  providers: [
    {
      provide: Upstreams,
      inject: [RelayConfig, KeyMirror],
      useFactory: ({ upstreams }: RelayConfig, keys: KeyMirror) => new Upstreams(upstreams, keys),
    },
    {
      provide: UpstreamClient,
      inject: [RelayConfig],
      useFactory: ({ version }: RelayConfig) => new UpstreamClient(version),
    },
    {
      provide: ForwardMetrics,
      inject: [RelayMetrics],
      useFactory: (metrics: RelayMetrics) => new ForwardMetrics(metrics),
    },
    {
      provide: Sender,
      inject: [UpstreamClient, ForwardMetrics, Clock],
      useFactory: (client: UpstreamClient, metrics: ForwardMetrics, clock: Clock) =>
        new Sender({
          client,
          limits: new UpstreamLimits(),
          maxSends: MOST_SENDS,
          metrics,
          clock,
        }),
    },
    {
      provide: ForwardDecision,
      inject: [RelayConfig, Upstreams, ForwardMetrics, Clock],
      useFactory: (
        { mode }: RelayConfig,
        upstreams: Upstreams,
        metrics: ForwardMetrics,
        clock: Clock,
      ) => new ForwardDecision({ upstreams, metrics, clock, mode }),
    },
    {
      provide: Forwarding,
      inject: [
        RelayConfig,
        SpoolForwarding,
        Upstreams,
        UpstreamClient,
        Sender,
        RelayMetrics,
        ForwardMetrics,
        Clock,
        Pause,
      ],
      useFactory: createForwarding,
    },
  ],
  exports: [ForwardDecision, Forwarding],
})
export class ForwardingModule {}

function createForwarding(
  config: RelayConfig,
  spool: SpoolForwarding,
  upstreams: Upstreams,
  client: UpstreamClient,
  sender: Sender,
  relayMetrics: RelayMetrics,
  metrics: ForwardMetrics,
  clock: Clock,
  pause: Pause,
): Forwarding {
  const { dataDir, forwarding, mode } = config;
  const isAlone = mode === 'forward';
  const createForwarder = ({ forwards: queue }: Pick<SpoolForwarding, 'forwards'>) =>
    new Forwarder({
      queue,
      upstreams,
      sender,
      metrics,
      clock,
      pause,
      // In mode `forward`, intake refuses reports beyond FORWARD_MAX_BYTES. Waiting reports are
      // therefore never dropped because of their size.
      bounds: { ...forwarding, ...(isAlone ? { maxBytes: Infinity } : {}) },
      countElsewhere: isAlone
        ? (outcomes: readonly OutcomeCount[]) => relayMetrics.noteItems(outcomes)
        : undefined,
    });
  const forwarder = createForwarder(spool);
  const files = new OrphanedSpoolFiles(dataDir, spool.folder);
  const orphaned = new OrphanedForwards({ files, createForwarder, upstreams, pause });
  return new Forwarding({ spool, upstreams, forwarder, orphaned, client });
}
