import { describe, expect, it } from '@jest/globals';
import { toTable } from './table.mjs';

describe('toTable', () => {
  it('lines names up to the left and numbers to the right', () => {
    const table = toTable(
      [
        { figure: 'pages', ours: 1234.5, bare: 1000, ratio: 1.2345, met: 'no' },
        { figure: 'runtime', ours: 4321, met: 'goal' },
        { figure: 'first', ours: 812.4, bare: 110, ratio: 7.3854 },
      ],
      {
        pages: {
          title: 'page',
          unit: 'pages/s',
          better: 'more',
          judged: 'ratio',
          floor: 1.25,
          goal: 1.6,
        },
        runtime: {
          title: 'the runtime',
          unit: 'kB',
          better: 'less',
          judged: 'ours',
          floor: 12_000,
          goal: 10_000,
        },
        first: { title: 'start', unit: 'ms', better: 'less' },
      },
    );
    expect(table.split('\n')).toEqual([
      'figure                ours           bare   ratio     floor      goal  met',
      '───────────  ─────────────  ─────────────  ──────  ────────  ────────  ────',
      'page         1,235 pages/s  1,000 pages/s  1.23 ×  ≥ 1.25 ×  ≥ 1.60 ×  no',
      'the runtime         4.3 kB              –       –   ≤ 12 kB   ≤ 10 kB  goal',
      'start               812 ms         110 ms  7.39 ×         –         –  –',
    ]);
  });
});
