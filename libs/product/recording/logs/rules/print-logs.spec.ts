import { expect, it } from '@jest/globals';
import { printLogs } from './print-logs.ts';

const log = { atMs: Date.UTC(2026, 0, 5, 12), severity: 'warn', body: 'cart loaded' } as const;

it('printLogs prints a line for each log', () => {
  expect(printLogs([{ ...log, project: 'web', server: 'a1' }, log])).toBe(
    '2026-01-05T12:00:00.000Z WARN [web a1] cart loaded\n2026-01-05T12:00:00.000Z WARN cart loaded\n',
  );
});

it('printLogs escapes line breaks, terminal controls and marks that reorder text', () => {
  expect(printLogs([{ ...log, body: 'a\nb\tc\u001b[31m\u202ed\u2066e\u2028f' }])).toBe(
    '2026-01-05T12:00:00.000Z WARN a\\nb\\tc\\u001b[31m\\u202ed\\u2066e\\u2028f\n',
  );
});
