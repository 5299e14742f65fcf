import type { NestExpressApplication } from '@nestjs/platform-express';
import { Clock } from '#shared';
import { createAccessLines, identifyRequests, metricsAnswers, observeAnswers } from '#telemetry';
import type { RelayConfig } from '../config/relay-config.ts';
import { SpoolRoom } from '../health/spool-room.ts';
import { KeyMirror } from '../keys/key-mirror.ts';
import { countSetAside } from '../spool/damage/set-aside.ts';
import { SpoolUpkeep } from '../spool/ports/spool-upkeep.ts';
import { RelayMetrics } from './relay-metrics.ts';
import { noteAnswer } from './request-metrics.ts';
import { registerStateGauges } from './state-gauges.ts';

/**
 * Where the renderer is, whose ids of requests are taken over: on this machine, or in its network. Of addresses of
 * senders it decides nothing (SenderAddress): an id opens nothing, and anybody there may say whatever address they like.
 */
const OWN_NETWORK = 'loopback, linklocal, uniquelocal';

/**
 * Has each request known by an id, timed and logged, and the metrics answered. To be called before anything else is put
 * before the routes: what lets pages of other sites read answers is not for the metrics.
 */
export function observeRelay(
  app: NestExpressApplication,
  {
    logLevel,
    metricsToken,
    mode,
    dataDir,
  }: Pick<RelayConfig, 'logLevel' | 'metricsToken' | 'mode' | 'dataDir'>,
): void {
  const metrics = app.get(RelayMetrics);
  registerStateGauges(metrics.registry, {
    spool: app.get<SpoolUpkeep>(SpoolUpkeep),
    room: app.get(SpoolRoom),
    keys: app.get(KeyMirror),
    clock: app.get<Clock>(Clock),
    hasDatabase: mode === 'process',
    countSetAside: () => countSetAside(dataDir),
  });
  app.set('trust proxy', OWN_NETWORK);
  app.use(identifyRequests());
  if (logLevel === 'debug') app.use(observeAnswers(createAccessLines()));
  app.use(observeAnswers((answer) => noteAnswer(metrics, answer)));
  app.use(metricsAnswers(metrics.registry, metricsToken));
}
