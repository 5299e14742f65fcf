import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { RefusalLog } from './refusal-log.ts';

let lines: string[];
let log: RefusalLog;

beforeEach(() => {
  jest.useFakeTimers();
  lines = [];
  const note = (line: string): void => void lines.push(line);
  Logger.overrideLogger({ log: note, warn: note, error: note });
  log = new RefusalLog();
});

afterEach(() => {
  jest.useRealTimers();
  Logger.overrideLogger(false);
});

function refuse(reports: number): void {
  for (let count = 0; count < reports; count += 1) log.note();
}

const FIRST = 'A report was answered 503: the relay cannot be reached.';
const more = (count: number): string =>
  `In the last minute ${count} more reports were answered 503: the relay cannot be reached.`;

it('RefusalLog logs the first refused report at once, and all others once a minute', () => {
  refuse(181);
  expect(lines).toEqual([FIRST]);
  jest.advanceTimersByTime(60_000);
  expect(lines).toEqual([FIRST, more(180)]);
  refuse(3);
  jest.advanceTimersByTime(60_000);
  expect(lines).toEqual([FIRST, more(180), more(3)]);
});

it('RefusalLog falls silent with the refusals, and begins anew with the next one', () => {
  refuse(1);
  jest.advanceTimersByTime(120_000);
  expect(jest.getTimerCount()).toBe(0);
  refuse(1);
  expect(lines).toEqual([FIRST, FIRST]);
});
