import type { Server } from 'node:http';
import { type Clock, reportLimits } from '#shared';
import { Logger } from '#telemetry/plain';

/** Under a flood of connections, how often it is told. */
const TOLD_EVERY_MS = 60_000;

export interface ConnectionBounds {
  readonly clock: Clock;
  readonly most?: number;
}

/**
 * Bounds the connections, each of which holds what is counted for no request (measured: about 17 kB). Beyond it a new one
 * is closed, and with it those that are kept alive and idle, so that senders find room again.
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
    if (clock.nowMs() - toldAtMs < TOLD_EVERY_MS) return;
    toldAtMs = clock.nowMs();
    logger.warn(`There are ${most} connections, which is the most. Further ones are closed.`);
  });
}
