import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { findOpenFolder } from '#persistence';
import { drainConnections, onRetire } from '#supervision';
import { describeError } from '#telemetry/plain';
import { readRelayConfig } from './config/relay-config.ts';
import { createRelay } from './create-relay.ts';
import type { Relay } from './create-relay.ts';
import { describeSetAside } from './spool/damage/set-aside.ts';
import { SpoolUpkeep } from './spool/ports/spool-upkeep.ts';
import { SpoolRoom } from './spool/room/spool-room.ts';
import { toStartFault } from './start-fault.ts';

/**
 * A retiring relay processes its queue for at most this long. Another relay later takes over the
 * remaining reports as those of an orphaned spool.
 */
const MAX_DRAIN_MS = 10_000;
const LOOK_EVERY_MS = 50;

async function retireRelay(relay: Relay): Promise<void> {
  await drainConnections(relay.app.getHttpServer());
  await waitUntilProcessed(relay, MAX_DRAIN_MS);
  await relay.close();
}

async function waitUntilProcessed({ app, parts }: Relay, mostMs: number): Promise<void> {
  const spool = app.get<SpoolUpkeep>(SpoolUpkeep);
  const { signal } = new AbortController();
  const endMs = performance.now() + mostMs;
  while (spool.queuedReports > 0 && performance.now() < endMs) {
    await parts.pause.wait(LOOK_EVERY_MS, signal);
  }
}

/**
 * Closing may take this long when the relay has to end. Meanwhile the relay refuses reports and
 * asks senders to retry.
 */
const MAX_CLOSING_MS = 5000;
/**
 * A connection that was accepted a moment ago gets its answer within this time. Closing the server
 * at once would reset the connection.
 */
const MAX_ANSWERING_MS = 1000;
/**
 * Reports whose spool files are missing are lost when this process ends. The relay therefore waits
 * this long until they are processed, because the database may be unavailable for a moment.
 */
const MAX_PROCESSING_MS = 60_000;

// Makes new files readable by their owner only.
process.umask(0o077);
try {
  const config = readRelayConfig(process.env);
  const relay = await createRelay(config);
  await relay.listen();
  endOnRequest(relay);
  endOnFault(relay);
  endWhenBroken(relay);
  const logger = new Logger('Relay');
  logger.log(`Listening on ${config.host}, port ${config.port}, ${describeSpool(relay)}`);
  const found = [findOpenFolder(config.dataDir), describeSetAside(config.dataDir)];
  for (const notice of [...config.notices, ...found]) if (notice) logger.warn(notice);
  const refusal = relay.app.get(SpoolRoom).findLack();
  if (process.connected) process.send?.({ type: 'ready', url: relay.url, refusal });
} catch (error) {
  process.stderr.write(`relay: ${toStartFault(error)}\n`);
  process.exit(1);
}

function endOnRequest(relay: Relay): void {
  const endAfter = (closing: Promise<void>): void => {
    closing.then(
      () => process.exit(0),
      (error: unknown) => {
        new Logger('Relay').error(describeError(error));
        process.exit(1);
      },
    );
  };
  const end = (): void => endAfter(relay.close());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  onRetire(() => endAfter(retireRelay(relay)));
  process.on('disconnect', end);
  // The parent may have exited before the listener for `disconnect` existed.
  if (process.send && !process.connected) end();
}

/**
 * Ends the process when the spool cannot be used any more, or when processing cannot continue.
 * Without a spool the relay can keep no report, and the next start opens a new spool. Without
 * processing, reports only pile up.
 */
function endWhenBroken(relay: Relay): void {
  const end = (exit: () => void): void => {
    setTimeout(exit, MAX_CLOSING_MS).unref();
    const answered = drainConnections(relay.app.getHttpServer(), MAX_ANSWERING_MS);
    void answered.then(() => relay.close()).finally(exit);
  };
  const exit = (): void => process.exit(1);
  const kill = (): void => void process.kill(process.pid, 'SIGKILL');
  relay.parts.spoolFile.watch.onOver(({ kind }) => {
    void waitUntilProcessed(relay, kind === 'damaged' ? 0 : MAX_PROCESSING_MS).finally(() =>
      end(exit),
    );
  });
  const { consumer } = relay.parts.product;
  if (consumer) relay.app.get(consumer).onOver(({ isHanging }) => end(isHanging ? kill : exit));
}

/**
 * Exits after an uncaught error, because no state in memory can be trusted any more. The spool
 * keeps all acknowledged reports.
 */
function endOnFault(relay: Relay): void {
  process.on('uncaughtException', (error) => void endWith(error, relay));
}

async function endWith(error: unknown, { parts: { monitoring } }: Relay): Promise<never> {
  new Logger('Relay').fatal(describeError(error));
  try {
    monitoring.report(error);
    await monitoring.close();
  } finally {
    process.exit(1);
  }
}

function describeSpool({ parts: { spoolFile } }: Relay): string {
  const journal = spoolFile.readSetting('journal_mode');
  const synchronous = spoolFile.readSetting('synchronous') === 2 ? 'FULL' : 'not FULL';
  return `spool ${spoolFile.name} (journal_mode ${String(journal)}, synchronous ${synchronous})`;
}
