import { describe, expect, it } from '@jest/globals';
import { toRow } from './row.mjs';
import type { Figure } from '../figures.mjs';

const faster: Figure = {
  title: 'pages',
  unit: 'pages/s',
  better: 'more',
  judged: 'ratio',
  floor: 1.25,
  goal: 1.6,
};
const smaller: Figure = {
  title: 'start',
  unit: 'ms',
  better: 'less',
  judged: 'ours',
  floor: 2000,
  goal: 1000,
};

describe('toRow', () => {
  it('compares the medians of the runs', () => {
    const row = toRow(faster, { figure: 'pages', ours: [300, 900, 280], bare: [100, 200, 210] });
    expect(row).toEqual({ figure: 'pages', ours: 300, bare: 200, ratio: 1.5, met: 'floor' });
  });

  it.each([
    [160, 'goal'],
    [159, 'floor'],
    [125, 'floor'],
    [124, 'no'],
  ])('judges a ratio of %d %% as %s where more is better', (ours, met) => {
    expect(toRow(faster, { figure: 'pages', ours: [ours], bare: [100] }).met).toBe(met);
  });

  it.each([
    [1000, 'goal'],
    [1001, 'floor'],
    [2001, 'no'],
  ])('judges our own %d ms as %s, whatever the bare counterpart takes', (ours, met) => {
    expect(toRow(smaller, { figure: 'start', ours: [ours], bare: [1] }).met).toBe(met);
    expect(toRow(smaller, { figure: 'start', ours: [ours] }).met).toBe(met);
  });

  it('judges nothing where nothing is to be reached, or nothing to compare with', () => {
    const { title, unit, better } = faster;
    const reading = { figure: 'pages', ours: [1], bare: [1] };
    expect(toRow({ title, unit, better }, reading).met).toBeUndefined();
    expect(toRow(faster, { figure: 'pages', ours: [1] }).met).toBeUndefined();
  });
});
