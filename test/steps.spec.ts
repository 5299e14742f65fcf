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

it('a step says on its line how long it took', async () => {
  await step('Fetching', async () => undefined);
  await step('Building', async () => undefined);
  expect(printed).toBe('Fetching … n s\nBuilding … n s\n');
});

it('one says that it failed, and hands on why', async () => {
  const failing = step('Fetching', () => Promise.reject(new Error('no network')));
  await expect(failing).rejects.toThrow('no network');
  expect(printed).toBe('Fetching … failed after n s\n');
});

it('of two side by side each says on a line of its own what took how long', async () => {
  let fetched = (): void => undefined;
  const fetching = step('Fetching', () => new Promise<void>((resolve) => (fetched = resolve)));
  const building = step('Building', () => fetching);
  fetched();
  await building;
  expect(printed).toBe('Fetching …\nBuilding …\nFetching … n s\nBuilding … n s\n');
});

it('what is said meanwhile is on a line of its own, also after a command that has not ended its own', async () => {
  await step('Fetching', async () => {
    writeOnOwnLine('ok types\n');
    write(Buffer.from('Building …'));
  });
  expect(printed).toBe('Fetching …\nok types\nBuilding …\nFetching … n s\n');
});
