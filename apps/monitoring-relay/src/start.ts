import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { findOpenFolder } from '#persistence';
import { answerTheLast, onRetire } from '#supervision';
import { describeError } from '#telemetry/plain';
import { readRelayConfig } from './config/relay-config.ts';
import { createRelay } from './create-relay.ts';
import type { Relay } from './create-relay.ts';
import { retireRelay, untilProcessed } from './retire-relay.ts';
import { describeSetAside } from './spool/damage/set-aside.ts';
import { toStartFault } from './start-fault.ts';

/** Requests under way are told that nothing is kept, and to come back. */
const CLOSING_MOST_MS = 5000;
/** A connection that was just taken has its request answered; closed at once it would be reset. */
const ANSWERING_MOST_MS = 1000;
/** Reports whose files are gone end with this process, so it waits: the database may be away for a moment. */
const PROCESSING_MOST_MS = 60_000;

// Only the owner of the process may read its files.
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
  if (process.connected) process.send?.({ type: 'ready', url: relay.url });
} catch (error) {
  process.stderr.write(`relay: ${toStartFault(error)}\n`);
  process.exit(1);
}

/** Ends with the signal of a person or a supervisor, and with the process that started this one. */
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
  // It went while this one was starting: nobody listened to the event yet.
  if (process.send && !process.connected) end();
}

/** Without a spool the relay can keep nothing: the next start opens a new one (ADR 78). Without processing nothing gets on (ADR 134). */
function endWhenBroken(relay: Relay): void {
  const end = (exit: () => void): void => {
    setTimeout(exit, CLOSING_MOST_MS).unref();
    const answered = answerTheLast(relay.app.getHttpServer(), ANSWERING_MOST_MS);
    void answered.then(() => relay.close()).finally(exit);
  };
  const exit = (): void => process.exit(1);
  const kill = (): void => void process.kill(process.pid, 'SIGKILL');
  relay.parts.spoolFile.watch.onOver(({ kind }) => {
    void untilProcessed(relay, kind === 'damaged' ? 0 : PROCESSING_MOST_MS).finally(() =>
      end(exit),
    );
  });
  const { consumer } = relay.parts.product;
  if (consumer) relay.app.get(consumer).onOver(({ isHanging }) => end(isHanging ? kill : exit));
}

/** After an error nobody caught nothing can be relied on but the spool: it keeps what was acknowledged. */
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
