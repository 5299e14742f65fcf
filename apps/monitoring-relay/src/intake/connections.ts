import type { Server } from 'node:http';
import { type Clock, reportLimits } from '#shared';
import { Logger } from '#telemetry/plain';

const WARN_EVERY_MS = 60_000;

export interface ConnectionBounds {
  readonly clock: Clock;
  readonly most?: number;
}

/**
 * Limits the number of open connections. Each holds about 17 kB (measured) that the memory budget
 * of requests does not include. Above the limit, new connections are closed. Idle keep-alive
 * connections are closed as well, so that other senders can connect.
 */
export function boundConnections(
  server: Server,
  { clock, most = reportLimits.connections }: ConnectionBounds,
): void {
  const logger = new Logger('Connections');
  let toldAtMs = -Infinity;
  server.maxConnections = most;
  server.on('drop', () => {
    server.closeIdleConnections();
    if (Math.abs(clock.nowMs() - toldAtMs) < WARN_EVERY_MS) return;
    toldAtMs = clock.nowMs();
    logger.warn(`There are ${most} connections, which is the most. Further ones are closed.`);
  });
}
