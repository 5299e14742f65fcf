import { describe, expect, it } from '@jest/globals';
import type { Figure } from '../figures.mjs';
import { toRow } from './row.mjs';
import { toTable } from './table.mjs';

const faster: Figure = {
  title: 'pages',
  unit: 'pages/s',
  better: 'more',
  isRatio: true,
  floor: 1.25,
  goal: 1.6,
};
const smaller: Figure = { title: 'start', unit: 'ms', better: 'less', floor: 2000, goal: 1000 };

describe('toRow', () => {
  it.each([
    [160, 'goal'],
    [159, 'floor'],
    [125, 'floor'],
    [124, 'no'],
  ])('judges a ratio of %d %% as %s where more is better', (ours, met) => {
    expect(toRow(faster, { ours: [ours], bare: [100] }).met).toBe(met);
  });

  it.each([
    [1000, 'goal'],
    [1001, 'floor'],
    [2001, 'no'],
  ])('judges an own time of %d ms as %s, whatever the bare counterpart takes', (ours, met) => {
    expect(toRow(smaller, { ours: [ours], bare: [1] }).met).toBe(met);
    expect(toRow(smaller, { ours: [ours] }).met).toBe(met);
  });

  it('takes the median of the ratios of runs, not the ratio of medians', () => {
    const reading = { ours: [50, 30, 90], bare: [100, 40, 100] };
    expect(toRow(faster, reading)).toMatchObject({ ours: '50 pages/s', ratio: '0.75 ×' });
  });
});

it('the table shows medians of runs, names left and numbers right, and dashes for missing values', () => {
  const rows = [
    toRow(faster, { ours: [300, 1900, 280], bare: [200, 200, 210] }),
    toRow({ title: 'runtime', unit: 'kB', better: 'less' }, { ours: [4321, 4321] }),
    toRow(smaller, { ours: [800, 824.8] }),
  ];
  expect(toTable([...rows, { figure: 'counts', ours: 12_345 }]).split('\n')).toEqual([
    'figure          ours         bare   ratio       floor        goal    met',
    '───────  ───────────  ───────────  ──────  ──────────  ──────────  ─────',
    'pages    300 pages/s  200 pages/s  1.50 ×    ≥ 1.25 ×    ≥ 1.60 ×  floor',
    'runtime       4.3 kB            –       –           –           –      –',
    'start         812 ms            –       –  ≤ 2,000 ms  ≤ 1,000 ms   goal',
    'counts        12,345            –       –           –           –      –',
  ]);
});
