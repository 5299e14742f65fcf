import { expect, it } from '@jest/globals';
import { RelaySilence } from './relay-silence.ts';

const PATIENCE_MS = 10;

class LookedAtClock {
  ms = 0;
  readonly now = (): number => this.ms++;
}

function untilGivenUp(silence: RelaySilence): Promise<void> {
  return new Promise((resolve) => silence.createWait(resolve).begin());
}

async function longSilence(): Promise<{ silence: RelaySilence; clock: LookedAtClock }> {
  const clock = new LookedAtClock();
  const silence = new RelaySilence(PATIENCE_MS, clock.now);
  const givenUp = untilGivenUp(silence);
  clock.ms = PATIENCE_MS;
  await givenUp;
  return { silence, clock };
}

it('RelaySilence gives up all requests that wait for an answer together, and no others', async () => {
  const clock = new LookedAtClock();
  const silence = new RelaySilence(PATIENCE_MS, clock.now);
  const givenUp: string[] = [];
  silence.createWait(() => givenUp.push('first')).begin();
  const paused = silence.createWait(() => givenUp.push('waits for its sender'));
  paused.begin();
  paused.pause();
  const ended = silence.createWait(() => givenUp.push('ended'));
  ended.end();
  ended.begin();
  clock.ms = PATIENCE_MS;
  await untilGivenUp(silence);
  expect(givenUp).toEqual(['first']);
});

it('RelaySilence does not count time in which this process did not run', async () => {
  const clock = new LookedAtClock();
  const silence = new RelaySilence(PATIENCE_MS, clock.now);
  const givenUp = untilGivenUp(silence);
  clock.ms = 1_000_000;
  await givenUp;
  expect(clock.ms).toBeGreaterThanOrEqual(1_000_000 + PATIENCE_MS - 1);
});

it('RelaySilence begins anew with the answer to any request', async () => {
  const clock = new LookedAtClock();
  const silence = new RelaySilence(PATIENCE_MS, clock.now);
  const givenUp = untilGivenUp(silence);
  clock.ms = 9;
  silence.break();
  await givenUp;
  expect(clock.ms).toBeGreaterThanOrEqual(9 + PATIENCE_MS);
});

it('a long RelaySilence lets one request through now and then, and all after an answer', async () => {
  const { silence } = await longSilence();
  expect([silence.isWorthAsking(), silence.isWorthAsking()]).toEqual([true, false]);
  silence.break();
  expect([silence.isWorthAsking(), silence.isWorthAsking()]).toEqual([true, true]);
});

it('RelaySilence is forgotten when no request has met it for the longest wait', async () => {
  const { silence, clock } = await longSilence();
  silence.isWorthAsking();
  expect(silence.isWorthAsking()).toBe(false);
  clock.ms += PATIENCE_MS + 1;
  expect([silence.isWorthAsking(), silence.isWorthAsking()]).toEqual([true, true]);
});

it('RelaySilence lets a bounded number of requests wait, unless other requests are answered', () => {
  const clock = new LookedAtClock();
  const silence = new RelaySilence(10_000, clock.now);
  for (let count = 0; count < 500; count += 1) silence.createWait(() => undefined).begin();
  expect(silence.isWorthAsking()).toBe(true);
  clock.ms = 2000;
  expect(silence.isWorthAsking()).toBe(false);
  silence.break();
  expect(silence.isWorthAsking()).toBe(true);
});
