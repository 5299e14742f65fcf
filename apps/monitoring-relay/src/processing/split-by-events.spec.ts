import { describe, expect, it } from '@jest/globals';
import { createGroupedEvent, createReport } from '#persistence/testing';
import { splitByEvents } from './split-by-events.ts';

const event = createGroupedEvent();

function split(...counts: number[]): number[][] {
  const reports = counts.map((count, index) =>
    createReport(
      index + 1,
      Array.from({ length: count }, () => event),
    ),
  );
  return splitByEvents(reports, 10).map((part) => part.map(({ reportId }) => reportId));
}

describe('splitByEvents', () => {
  it('fills each part up to the limit, in order', () => {
    expect(split(5, 5, 1, 9, 1)).toEqual([[1, 2], [3, 4], [5]]);
    expect(split()).toEqual([]);
  });

  it('leaves a report whole, and puts those without events anywhere', () => {
    expect(split(25, 1, 25)).toEqual([[1], [2], [3]]);
    expect(split(0, 10, 0, 0)).toEqual([[1, 2, 3, 4]]);
  });
});
