import { describe, expect, it } from '@jest/globals';
import { createViewRegistry } from './view-registry.ts';

describe('ViewRegistry', () => {
  it('loads a view once, however often it is asked for', async () => {
    const started: string[] = [];
    const views = createViewRegistry(async (name) => {
      started.push(name);
      return name.toUpperCase();
    });
    expect(views.find('a')).toBeUndefined();
    expect(views.load('a')).toBe(views.load('a'));
    expect(await views.load('a')).toBe('A');
    expect(views.find('a')).toBe('A');
    expect(started).toEqual(['a']);
  });

  it('names the view that a build does not have in its error', async () => {
    const load = () => Promise.resolve(undefined);
    await expect(createViewRegistry(load).load('gone')).rejects.toThrow('gone');
    await expect(createViewRegistry(undefined).load('gone')).rejects.toThrow('gone');
  });

  it('fails with the same error for code that does not arrive, however often it is asked for', async () => {
    const fault = new Error('chunk is gone');
    let loads = 0;
    const views = createViewRegistry(async () => {
      loads += 1;
      throw fault;
    });
    await expect(views.load('a')).rejects.toBe(fault);
    await expect(views.load('a')).rejects.toBe(fault);
    expect(loads).toBe(1);
  });

  it('has a view at once that was loaded elsewhere', async () => {
    const views = createViewRegistry(undefined, new Map([['a', 'A']]));
    expect(views.find('a')).toBe('A');
    expect(await views.load('a')).toBe('A');
  });
});
