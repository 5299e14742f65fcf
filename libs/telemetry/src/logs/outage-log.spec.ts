import { expect, it } from '@jest/globals';
import { OutageLog } from './outage-log.ts';

it('OutageLog reports an outage once a minute with its duration, and the next outage at once', () => {
  let nowS = 1000;
  const log = new OutageLog({ nowMs: () => nowS * 1000 });
  const told: [number, string][] = [];
  const noteUntil = (endS: number): void => {
    for (; nowS < endS; nowS += 1) {
      const text = log.note('away');
      if (text !== undefined) told.push([nowS, text]);
    }
  };
  noteUntil(1125);
  log.end();
  noteUntil(1127);
  nowS = 2000;
  noteUntil(2001);
  // The clock is set back.
  nowS = 500;
  noteUntil(501);
  expect(told).toEqual([
    [1000, 'away'],
    [1060, 'For the last 1 min: away'],
    [1120, 'For the last 2 min: away'],
    [1125, 'away'],
    [2000, 'away'],
    [500, 'away'],
  ]);
});
