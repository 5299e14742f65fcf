import { beforeEach, describe, expect, it } from '@jest/globals';
import { IdleQueue } from '../testing/idle-queue.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { createLruCache } from './lru-cache.ts';
import type { LruCache } from './lru-cache.ts';

describe('LruCache', () => {
  const idle = fresh(() => new IdleQueue());
  let cache: LruCache<string>;

  beforeEach(() => {
    cache = createLruCache<string>(100, idle.runWhenIdle);
  });

  function fill(bytes: number, ...keys: string[]): void {
    for (const key of keys) cache.set(key, `value of ${key}`, bytes);
  }

  function listHeld(...keys: string[]): string[] {
    return keys.filter((key) => cache.find(key) !== undefined);
  }

  it('finds a value that was set, and no other', () => {
    fill(1, 'a');
    expect(cache.find('a')).toBe('value of a');
    expect(cache.find('b')).toBeUndefined();
    cache.use('b');
    expect(cache.find('b')).toBeUndefined();
  });

  it('counts the bytes of all values, those that one gains later, and none of a replaced one', () => {
    fill(10, 'a', 'b');
    expect(cache.bytes()).toBe(20);
    cache.add('b', 'value of b', 5);
    expect(cache.bytes()).toBe(25);
    fill(3, 'b');
    expect(cache.bytes()).toBe(13);
  });

  it('keeps all values up to its size, and exceeds it until the browser is idle', () => {
    fill(50, 'a', 'b');
    expect(idle.waiting).toBe(0);
    fill(50, 'c');
    expect(listHeld('a', 'b', 'c')).toEqual(['a', 'b', 'c']);
    idle.run();
    expect(cache.find('a')).toBeUndefined();
  });

  it('removes the oldest values, down to 90 % of its size and no further', () => {
    fill(10, 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k');
    idle.run();
    expect(cache.bytes()).toBe(90);
    expect(listHeld('a', 'b', 'c')).toEqual(['c']);
  });

  it.each<[string, () => unknown, string[]]>([
    ['keeps a value that was used lately', () => cache.use('a'), ['a', 'c']],
    ['keeps a value that was written lately', () => fill(50, 'a'), ['a', 'c']],
    ['removes a value that was only looked up', () => cache.find('a'), ['b', 'c']],
  ])('%s', (_what, happen, held) => {
    fill(50, 'a', 'b');
    happen();
    fill(10, 'c');
    idle.run();
    expect(listHeld('a', 'b', 'c')).toEqual(held);
  });

  it('keeps all values when it has shrunk before the browser is idle', () => {
    fill(50, 'a', 'b', 'c');
    cache.invalidate((value) => value === 'value of c');
    idle.run();
    expect(listHeld('a', 'b')).toEqual(['a', 'b']);
  });

  it('makes room once, however many values come meanwhile, and again when it is too large again', () => {
    fill(30, 'a', 'b', 'c', 'd', 'e');
    idle.run();
    expect(cache.bytes()).toBe(90);
    fill(80, 'f');
    idle.run();
    expect(cache.bytes()).toBe(80);
  });

  it('removes a value that is larger than the whole cache', () => {
    fill(101, 'a');
    idle.run();
    expect(cache.bytes()).toBe(0);
  });

  it('removes other values when one has grown too large', () => {
    fill(50, 'a', 'b');
    cache.add('b', 'value of b', 20);
    idle.run();
    expect(listHeld('a', 'b')).toEqual(['b']);
  });

  it.each(['a', 'gone'])('counts no bytes for an outdated value of the key %s', (key) => {
    fill(10, 'a');
    cache.add(key, 'earlier value', 5);
    expect(cache.bytes()).toBe(10);
  });

  it('removes invalidated values and their bytes, the gained ones too', () => {
    fill(10, 'a', 'b', 'c');
    cache.add('a', 'value of a', 5);
    cache.invalidate((value) => value !== 'value of b');
    expect(listHeld('a', 'b', 'c')).toEqual(['b']);
    expect(cache.bytes()).toBe(10);
  });
});
