import { describe, expect, it } from '@jest/globals';
import { describeExceeded } from './storage-text.ts';

const GB = 1e9;
const NOON_MS = Date.UTC(2026, 0, 5, 12);
const projects = [
  { id: 1, name: 'Web' },
  { id: 2, name: 'API' },
];

const explain = (used: readonly (readonly [bytes: number, dayBytes: number])[]) =>
  describeExceeded(
    {
      budgetBytes: 20 * GB,
      isSet: true,
      projects: used.map(([bytes, dayBytes], index) => ({
        projectId: index + 1,
        bytes,
        dayBytes,
        refusedTodayMs: NOON_MS,
        refusedSinceMs: NOON_MS - 86_400_000,
      })),
    },
    projects,
  ).map(({ text }) => text);

describe('describeExceeded', () => {
  it('says nothing while there is room', () => {
    expect(explain([[9 * GB, 0.9 * GB]])).toEqual([]);
  });

  it('says how much, of which project, since when, and what to do', () => {
    expect(
      explain([
        [5 * GB, GB],
        [0, 0],
      ]),
    ).toEqual([
      'Web has used up its storage of today: 1.0 GB of 1.0 GB. Since 2026-01-05 12:00 UTC its events are counted, not kept, and its attachments are refused. Its next day begins at 00:00 UTC. To keep more, set STORAGE_BUDGET_BYTES to more than 20000000000.',
    ]);
    expect(
      explain([
        [0, 0],
        [10 * GB, 0],
      ]),
    ).toEqual([
      'API has used up its storage: 10.0 GB of 10.0 GB, which is half of the budget. Since 2026-01-04 12:00 UTC its events are counted, not kept, and its attachments are refused. To make room, delete issues that nobody needs. To keep more, set STORAGE_BUDGET_BYTES to more than 20000000000.',
    ]);
    expect(
      explain([
        [9 * GB, 0],
        [11 * GB, 0],
      ]),
    ).toEqual([
      'Errata has used up its storage: 20.0 GB of 20.0 GB, most of it by API (11.0 GB). Since 2026-01-04 12:00 UTC all events are counted, not kept, and all attachments are refused. To make room, delete issues that nobody needs. To keep more, set STORAGE_BUDGET_BYTES to more than 20000000000.',
    ]);
  });
});
