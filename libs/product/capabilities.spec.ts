import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { capabilities } from './capabilities.ts';
import type { Capability } from '#persistence/stores';
import { storePorts } from './create-stores.ts';
import { inLockOrder, type RecordingStep } from './recording/steps/store/recording-step.ts';
import { ownSchema } from './open-database.ts';

const all: readonly Capability[] = [...capabilities.platform, ...capabilities.product];

describe('capabilities', () => {
  it.each(['platform', 'product'] as const)('number the migrations of %s without gaps', (set) => {
    const numbers = ownSchema.migrations[set].map(({ name }) => Number(name.slice(0, 4)));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it('have only tables whose bounds docs/specification.md lists', () => {
    const file = join(import.meta.dirname, '../../docs/specification.md');
    const text = readFileSync(file, 'utf8');
    const bounds = /(?<=Every table has a bound:\n\n)[^]*?(?=\n\n)/.exec(text)?.[0] ?? '';
    const listed = [...bounds.matchAll(/`(?<table>\w+)`/g)].map(({ groups }) => groups?.['table']);
    const tables = all.flatMap((each) => each.tables as readonly string[]);
    expect(listed).toHaveLength(tables.length);
    expect(new Set(listed)).toEqual(new Set(tables));
  });

  it('each have tables and stores of their own', () => {
    const tables = all.flatMap((each) => each.tables);
    const stores = all.flatMap((each) => Object.keys(each.stores));
    expect(new Set(tables).size).toBe(tables.length);
    expect(new Set(stores).size).toBe(stores.length);
    expect(new Set(storePorts.map(([port]) => port)).size).toBe(stores.length);
  });
});

describe('steps of recording', () => {
  it('run in the order of their locks, and in listed order within one lock', () => {
    const step = (locks: RecordingStep['locks']): RecordingStep => ({ locks, run: async () => {} });
    const [counter, belonging, first, second] = [
      step('counters'),
      step('belongings'),
      step('issues'),
      step('issues'),
    ];
    const steps = [counter, first, belonging, second];
    expect(inLockOrder(steps)).toEqual([first, second, belonging, counter]);
    expect(inLockOrder(steps)[0]).toBe(first);
  });
});
