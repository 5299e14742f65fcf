import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { write, writeOnOwnLine } from '../scripts/support/output.mjs';
import { step } from '../scripts/support/steps.mjs';

let printed: string;

beforeEach(() => {
  printed = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text).replaceAll(/\d+\.\d s/g, 'n s');
    return true;
  });
});

afterEach(() => void jest.restoreAllMocks());

it('a step prints on its line how long it took', async () => {
  await step('Fetching', async () => undefined);
  await step('Building', async () => undefined);
  expect(printed).toBe('Fetching … n s\nBuilding … n s\n');
});

it('a step prints that it failed, and rejects with the reason', async () => {
  const failing = step('Fetching', () => Promise.reject(new Error('no network')));
  await expect(failing).rejects.toThrow('no network');
  expect(printed).toBe('Fetching … failed after n s\n');
});

it('parallel steps print their durations on lines of their own', async () => {
  let fetched = (): void => undefined;
  const fetching = step('Fetching', () => new Promise<void>((resolve) => (fetched = resolve)));
  const building = step('Building', () => fetching);
  fetched();
  await building;
  expect(printed).toBe('Fetching …\nBuilding …\nFetching … n s\nBuilding … n s\n');
});

it('output during a step has lines of its own, also after an unfinished line', async () => {
  await step('Fetching', async () => {
    writeOnOwnLine('ok types\n');
    write(Buffer.from('Building …'));
  });
  expect(printed).toBe('Fetching …\nok types\nBuilding …\nFetching … n s\n');
});
