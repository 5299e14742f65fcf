import { expect, it } from '@jest/globals';
import { describeUsage } from './describe-usage.ts';

it('describeUsage lists the size of the database, by project, and by table and project', () => {
  const payloads = [
    { projectId: 1, bytes: 2_000_000 },
    { projectId: 7, bytes: 6_000_000 },
  ];
  const lines = describeUsage(
    {
      measuredAtMs: Date.UTC(2026, 0, 5, 12),
      bytes: 10_000_000,
      freeBytes: 1_000_000,
      canGiveBack: true,
      tables: [
        { table: 'event_payloads', bytes: 8_000_000, projects: payloads },
        { table: 'events', bytes: 990_000, projects: [{ projectId: 1, bytes: 990_000 }] },
        { table: 'users', bytes: 4000, projects: [] },
        { table: 'outbox', bytes: 6000, projects: [] },
      ],
    },
    [{ id: 1, slug: 'app' }],
  );
  expect(lines.map((line) => line.replaceAll(/ {2,}(?=\S)/g, '  '))).toEqual([
    '2026-01-05 12:00:00 UTC: the database takes 10.0 MB, of which 1.0 MB are free for what comes next.',
    '',
    'project 7  6.0 MB',
    'app  3.0 MB',
    '',
    'event_payloads  8.0 MB',
    '  app  2.0 MB',
    '  project 7  6.0 MB',
    'events  990 kB',
    '  app  990 kB',
    '2 other tables  10.0 kB',
    '',
    'Each project’s share of a table is estimated from a sample of rows. A project may take up to a sixth more, because some tables cannot be split by project.',
  ]);
});
