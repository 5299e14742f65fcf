import { expect, it } from '@jest/globals';
import { RelayAbsence } from './relay-absence.ts';

function staying(): AbortSignal {
  return new AbortController().signal;
}

it('RelayAbsence is worth waiting for until it has lasted the longest wait', async () => {
  let nowMs = 0;
  const absence = new RelayAbsence(50, () => nowMs);
  expect(await absence.isWorthAnotherTry(staying())).toBe(true);
  nowMs = 49;
  expect(await absence.isWorthAnotherTry(staying())).toBe(true);
  nowMs = 50;
  expect(await absence.isWorthAnotherTry(staying())).toBe(false);
});

it('RelayAbsence begins anew after the relay was there', async () => {
  let nowMs = 0;
  const absence = new RelayAbsence(50, () => nowMs);
  await absence.isWorthAnotherTry(staying());
  absence.end();
  nowMs = 50;
  expect(await absence.isWorthAnotherTry(staying())).toBe(true);
});

it('RelayAbsence begins anew when no request has met it for the longest wait', async () => {
  let nowMs = 0;
  const absence = new RelayAbsence(50, () => nowMs);
  await absence.isWorthAnotherTry(staying());
  nowMs = 51;
  expect(await absence.isWorthAnotherTry(staying())).toBe(true);
});

it('RelayAbsence lets a bounded number of requests wait at once', async () => {
  const absence = new RelayAbsence();
  const tries = Array.from({ length: 501 }, () => absence.isWorthAnotherTry(staying()));
  const answers = await Promise.all(tries);
  expect(answers.filter((isWorth) => !isWorth)).toHaveLength(1);
  expect(await absence.isWorthAnotherTry(staying())).toBe(true);
});

it('RelayAbsence ends the wait of a client that leaves', async () => {
  const leaving = new AbortController();
  const waiting = new RelayAbsence().isWorthAnotherTry(leaving.signal);
  leaving.abort();
  expect(await waiting).toBe(false);
});
