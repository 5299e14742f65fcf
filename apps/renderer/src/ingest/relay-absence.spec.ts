import { beforeEach, expect, it } from '@jest/globals';
import { RelayAbsence } from './relay-absence.ts';

let nowMs: number;
let absence: RelayAbsence;

beforeEach(() => {
  nowMs = 0;
  absence = new RelayAbsence(50, () => nowMs);
});

const isWorthAnotherTry = (of = absence): Promise<boolean> =>
  of.isWorthAnotherTry(new AbortController().signal);

it('RelayAbsence is worth waiting for until it has lasted the longest wait', async () => {
  expect(await isWorthAnotherTry()).toBe(true);
  nowMs = 49;
  expect(await isWorthAnotherTry()).toBe(true);
  nowMs = 50;
  expect(await isWorthAnotherTry()).toBe(false);
});

it.each([
  ['after the relay was there', 50, () => absence.end()],
  ['when no request has met it for the longest wait', 51, () => undefined],
])('RelayAbsence begins anew %s', async (_, afterMs, meanwhile) => {
  await isWorthAnotherTry();
  meanwhile();
  nowMs = afterMs;
  expect(await isWorthAnotherTry()).toBe(true);
});

it('RelayAbsence lets a bounded number of requests wait at once', async () => {
  const patient = new RelayAbsence();
  const tries = Array.from({ length: 501 }, () => isWorthAnotherTry(patient));
  const answers = await Promise.all(tries);
  expect(answers.filter((isWorth) => !isWorth)).toHaveLength(1);
  expect(await isWorthAnotherTry(patient)).toBe(true);
});

it('RelayAbsence ends the wait of a client that leaves', async () => {
  const leaving = new AbortController();
  const waiting = new RelayAbsence().isWorthAnotherTry(leaving.signal);
  leaving.abort();
  expect(await waiting).toBe(false);
});
