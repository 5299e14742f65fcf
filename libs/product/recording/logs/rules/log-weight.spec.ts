import { describe, expect, it } from '@jest/globals';
import { weighLogs } from './log-weight.ts';

describe('weighLogs', () => {
  it.each([
    ['a log', [0], 1],
    ['ten logs of a minute', Array.from({ length: 10 }, (_, at) => at), 1],
    ['a hundred logs of a minute', Array.from({ length: 100 }, (_, at) => at), 10],
    ['logs of two minutes', [59_999, 60_000, 60_001], 2],
    [
      'a thousand logs of as many minutes',
      Array.from({ length: 1000 }, (_, at) => at * 60_000),
      1000,
    ],
    ['no logs', [], 0],
  ])('weighs %s', (_name, times, weight) => {
    expect(weighLogs(times.map((atMs) => ({ atMs })))).toBe(weight);
  });
});
