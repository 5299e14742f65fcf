import type { NestExpressApplication } from '@nestjs/platform-express';
import { Clock } from '#shared';
import type { Answer } from '#telemetry';
import {
  createAccessLines,
  identifyRequests,
  metricsAnswers,
  observeAnswers,
  findRoute,
  toStatusClass,
} from '#telemetry';
import type { RelayConfig } from '../config/relay-config.ts';
import { SpoolRoom } from '../spool/room/spool-room.ts';
import { KeyMirror } from '../keys/key-mirror.ts';
import { countSetAside } from '../spool/damage/set-aside.ts';
import { SpoolUpkeep } from '../spool/ports/spool-upkeep.ts';
import { RelayMetrics } from './relay-metrics.ts';
import { registerStateGauges } from './state-gauges.ts';

/**
 * Networks in which the renderer may run. The relay reuses the id of a request from these networks,
 * because an id grants no rights. `SenderAddress` does not trust these networks, because any host
 * in them may claim any address.
 */
const OWN_NETWORK = 'loopback, linklocal, uniquelocal';

/**
 * Gives each request an id, times and logs it, and serves the metrics. Call this before other
 * middleware is added. Otherwise the metrics would get CORS headers, and pages of other sites could
 * read them.
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

function noteAnswer(metrics: RelayMetrics, { request, response, seconds }: Answer): void {
  const route = findRoute(request) ?? (request.method === 'OPTIONS' ? 'preflight' : 'none');
  metrics.noteAnswer(route, toStatusClass(response), seconds);
}
