import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { readRelayConfig } from './config/relay-config.ts';
import { createRelay } from './create-relay.ts';
import type { Relay } from './create-relay.ts';
import { describeError } from './logging/describe-error.ts';
import { keepMemorySmall } from './process-memory.ts';
import { toStartFault } from './start-fault.ts';

try {
  const relay = await createRelay(readRelayConfig(process.env));
  await relay.listen();
  endOnRequest(relay);
  endOnFault(relay);
  keepMemorySmall();
  new Logger('Relay').log(`Listening on ${relay.url}, ${describeSpool(relay)}`);
  if (process.connected) process.send?.({ type: 'ready', url: relay.url });
} catch (error) {
  process.stderr.write(`relay: ${toStartFault(error)}\n`);
  process.exit(1);
}

/** Ends with the signal of a person or a supervisor, and with the process that started this one. */
function endOnRequest(relay: Relay): void {
  const end = (): void => {
    relay.close().then(
      () => process.exit(0),
      (error: unknown) => {
        new Logger('Relay').error(describeError(error));
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  process.on('disconnect', end);
  // It went while this one was starting: nobody listened to the event yet.
  if (process.send && !process.connected) end();
}

/** After an error nobody caught nothing can be relied on but the spool: it keeps what was acknowledged. */
function endOnFault(relay: Relay): void {
  process.on('uncaughtException', (error) => void endAfter(error, relay));
}

async function endAfter(error: unknown, { parts: { monitoring } }: Relay): Promise<never> {
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
