import { drainConnections } from '#supervision';
import type { Relay } from './create-relay.ts';
import { SpoolUpkeep } from './spool/ports/spool-upkeep.ts';

/**
 * A retiring relay processes its queue for at most this long. Another relay later takes over the
 * remaining reports as those of an orphaned spool.
 */
const MAX_DRAIN_MS = 10_000;
const LOOK_EVERY_MS = 50;

export async function retireRelay(relay: Relay): Promise<void> {
  await drainConnections(relay.app.getHttpServer());
  await waitUntilProcessed(relay, MAX_DRAIN_MS);
  await relay.close();
}

export async function waitUntilProcessed({ app, parts }: Relay, mostMs: number): Promise<void> {
  const spool = app.get<SpoolUpkeep>(SpoolUpkeep);
  const { signal } = new AbortController();
  const endMs = performance.now() + mostMs;
  while (spool.queuedReports > 0 && performance.now() < endMs) {
    await parts.pause.wait(LOOK_EVERY_MS, signal);
  }
}
