import { describe, expect, it } from '@jest/globals';
import { describeExceeded, describeRoom, toRoomLeft } from './storage-text.ts';

const GB = 1e9;
const NOON_MS = Date.UTC(2026, 0, 5, 12);
const projects = ['Web', 'API', 'Shop', 'Jobs', 'Mail'].map((name, at) => ({ id: at + 1, name }));

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

describe('describeRoom', () => {
  const tell = (budgetBytes: number, ...used: readonly (readonly [number, number])[]): string =>
    describeRoom(
      {
        budgetBytes,
        isSet: true,
        projects: used.map(([bytes, dayBytes], index) => ({
          projectId: index + 1,
          bytes,
          dayBytes,
        })),
      },
      1,
    )
      .slice(0, 3)
      .join(' ');

  it.each([
    [
      'nothing is stored',
      [20 * GB],
      '0 bytes of the 10.0 GB that the project may have are used. 10.0 GB are left. Today the project may still add 1.0 GB of 1.0 GB.',
    ],
    [
      'some storage is used',
      [20 * GB, [4 * GB, 0.4 * GB]],
      '4.0 GB of the 10.0 GB that the project may have are used. 6.0 GB are left. Today the project may still add 600 MB of 1.0 GB.',
    ],
    [
      'other projects store more',
      [20 * GB, [4 * GB, 0], [9 * GB, 0], [5 * GB, 0]],
      '4.0 GB of the 10.0 GB that the project may have are used. 2.0 GB are left, because other projects use the same storage budget. Today the project may still add 1.0 GB of 1.0 GB.',
    ],
    [
      'all is used up',
      [20 * GB, [10.5 * GB, 2 * GB]],
      '10.5 GB of the 10.0 GB that the project may have are used. 0 bytes are left. Today the project may still add 0 bytes of 1.0 GB.',
    ],
    [
      'there is no budget',
      [0, [4 * GB, 0]],
      '4.0 GB of events and attachments are stored. There is no storage budget.',
    ],
  ] as const)('says how much room is left where %s', (_, [budget, ...used], text) => {
    expect(tell(budget, ...used)).toBe(text);
  });
});

describe('toRoomLeft', () => {
  const left = (budgetBytes: number, ...used: readonly (readonly [number, number])[]) => {
    const ofProjects = used.map(([bytes, dayBytes], index) => ({
      projectId: index + 1,
      bytes,
      dayBytes,
    }));
    const state = { budgetBytes, isSet: true, projects: ofProjects };
    return [...toRoomLeft(state, projects.slice(0, 2)).values()];
  };

  it('returns nothing without a budget', () => {
    expect(left(0, [4 * GB, 0])).toEqual([]);
  });

  it('returns the share of its half that a project may still use, less the use of others', () => {
    expect(left(20 * GB, [4 * GB, 0])).toEqual([{ percent: 60 }, { percent: 100 }]);
    expect(left(20 * GB, [9 * GB, 0], [8 * GB, 0])).toEqual([{ percent: 10 }, { percent: 20 }]);
  });

  it('names the limit that is used up, the one of the day or of the project', () => {
    expect(left(20 * GB, [4 * GB, GB], [10 * GB, 0])).toEqual([
      { percent: 60, exceeded: 'day' },
      { percent: 0, exceeded: 'project' },
    ]);
  });
});

describe('describeExceeded', () => {
  it('says nothing while there is room', () => {
    expect(explain([[9 * GB, 0.9 * GB]])).toEqual([]);
  });

  it('says how much of which project is used up, since when, and what to do', () => {
    expect(
      explain([
        [5 * GB, GB],
        [0, 0],
      ]),
    ).toEqual([
      'Web has used up its storage for today: 1.0 GB of 1.0 GB. Since 2026-01-05 12:00 UTC Errata counts its events without storing them, and refuses its attachments. Its next day begins at 00:00 UTC. To keep more, set STORAGE_BUDGET_BYTES to more than 20000000000 (20.0 GB).',
    ]);
    expect(
      explain([
        [0, 0],
        [10 * GB, 0],
      ]),
    ).toEqual([
      'API has used up its half of the storage budget: 10.0 GB of 10.0 GB. Since 2026-01-04 12:00 UTC Errata counts its events without storing them, and refuses its attachments. Errata thins and removes data older than a day, within ten minutes. To make more room, delete issues that nobody needs. To keep more, set STORAGE_BUDGET_BYTES to more than 20000000000 (20.0 GB).',
    ]);
    expect(
      explain([
        [9 * GB, 0],
        [11 * GB, 0],
      ]),
    ).toEqual([
      'The storage budget is used up: 20.0 GB of 20.0 GB, most of it by API (11.0 GB). Since 2026-01-04 12:00 UTC Errata counts all events without storing them, and refuses all attachments. Errata thins and removes data older than a day, within ten minutes. To make more room, delete issues that nobody needs. To keep more, set STORAGE_BUDGET_BYTES to more than 20000000000 (20.0 GB).',
    ]);
  });

  it('names the largest of several projects in one notice, and counts the others', () => {
    const of = (dayGb: number) => [dayGb * GB, dayGb * GB] as const;
    expect(explain([of(1), of(3), of(2), of(4), of(0)])).toEqual([
      '4 projects lose reports, because their storage is used up: Jobs, API, Shop and 1 more. Errata counts their events without storing them, and refuses their attachments. To keep more, set STORAGE_BUDGET_BYTES to more than 20000000000 (20.0 GB).',
    ]);
  });
});
