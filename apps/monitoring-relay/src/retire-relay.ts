import { answerTheLast } from '#supervision';
import type { Relay } from './create-relay.ts';
import { Spool } from './spool/spool.ts';

/** What is left after that is adopted by the other relay, with the next look it takes at left spools. */
const DRAIN_MOST_MS = 10_000;
const LOOK_EVERY_MS = 50;

/** Leaves the address to another relay that takes connections there already, and ends. */
export async function retireRelay(relay: Relay): Promise<void> {
  const { app, parts } = relay;
  await answerTheLast(app.getHttpServer());
  const spool = app.get<Spool>(Spool);
  const { signal } = new AbortController();
  const endMs = performance.now() + DRAIN_MOST_MS;
  while (spool.queuedReports > 0 && performance.now() < endMs) {
    await parts.pause.wait(LOOK_EVERY_MS, signal);
  }
  await relay.close();
}
