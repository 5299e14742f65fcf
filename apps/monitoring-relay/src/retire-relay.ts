import { answerTheLast } from '#supervision';
import type { Relay } from './create-relay.ts';
import { SpoolUpkeep } from './spool/ports/spool-upkeep.ts';

/** What is left after that is adopted by the other relay, with the next look it takes at left spools. */
const DRAIN_MOST_MS = 10_000;
const LOOK_EVERY_MS = 50;

/** Leaves the address to another relay that takes connections there already, and ends. */
export async function retireRelay(relay: Relay): Promise<void> {
  await answerTheLast(relay.app.getHttpServer());
  await untilProcessed(relay, DRAIN_MOST_MS);
  await relay.close();
}

/** Resolves when nothing waits to be processed in the relay's spool any more, or after so long. */
export async function untilProcessed({ app, parts }: Relay, mostMs: number): Promise<void> {
  const spool = app.get<SpoolUpkeep>(SpoolUpkeep);
  const { signal } = new AbortController();
  const endMs = performance.now() + mostMs;
  while (spool.queuedReports > 0 && performance.now() < endMs) {
    await parts.pause.wait(LOOK_EVERY_MS, signal);
  }
}
