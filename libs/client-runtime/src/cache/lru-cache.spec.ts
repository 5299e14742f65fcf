import { beforeEach, describe, expect, it } from '@jest/globals';
import { IdleQueue } from '../testing/idle-queue.ts';
import { createLruCache } from './lru-cache.ts';
import type { LruCache } from './lru-cache.ts';

describe('LruCache', () => {
  let idle: IdleQueue;
  let cache: LruCache<string>;

  beforeEach(() => {
    idle = new IdleQueue();
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
  });

  it('counts the bytes of all values', () => {
    fill(10, 'a', 'b');
    expect(cache.bytes()).toBe(20);
  });

  it('counts a replacing value instead of the replaced one', () => {
    fill(10, 'a', 'b');
    fill(3, 'a');
    expect(cache.bytes()).toBe(13);
  });

  it('keeps all values up to its size', () => {
    fill(50, 'a', 'b');
    expect(idle.waiting).toBe(0);
  });

  it('exceeds its size until the browser is idle', () => {
    fill(50, 'a', 'b', 'c');
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

  it('keeps values that were used lately', () => {
    fill(50, 'a', 'b');
    cache.use('a');
    fill(10, 'c');
    idle.run();
    expect(listHeld('a', 'b', 'c')).toEqual(['a', 'c']);
  });

  it('removes a value that was only looked up', () => {
    fill(50, 'a', 'b');
    cache.find('a');
    fill(10, 'c');
    idle.run();
    expect(listHeld('a', 'b', 'c')).toEqual(['b', 'c']);
  });

  it('holds nothing more after the use of an unknown key', () => {
    cache.use('a');
    expect(cache.find('a')).toBeUndefined();
  });

  it('keeps values that were written lately', () => {
    fill(50, 'a', 'b');
    fill(50, 'a');
    fill(10, 'c');
    idle.run();
    expect(listHeld('a', 'b', 'c')).toEqual(['a', 'c']);
  });

  it('keeps all values when it has shrunk before the browser is idle', () => {
    fill(50, 'a', 'b', 'c');
    cache.invalidate((value) => value === 'value of c');
    idle.run();
    expect(listHeld('a', 'b')).toEqual(['a', 'b']);
  });

  it('makes room once, however many values come meanwhile', () => {
    fill(30, 'a', 'b', 'c', 'd', 'e');
    idle.run();
    expect(cache.bytes()).toBe(90);
  });

  it('makes room again when it has become too large again', () => {
    fill(50, 'a', 'b', 'c');
    idle.run();
    fill(60, 'd');
    idle.run();
    expect(cache.bytes()).toBe(60);
  });

  it('removes a value that is larger than the whole cache', () => {
    fill(101, 'a');
    idle.run();
    expect(cache.bytes()).toBe(0);
  });

  it('counts the bytes that a value gains later', () => {
    fill(10, 'a');
    cache.add('a', 'value of a', 5);
    expect(cache.bytes()).toBe(15);
  });

  it('removes other values when one has grown too large', () => {
    fill(50, 'a', 'b');
    cache.add('b', 'value of b', 20);
    idle.run();
    expect(listHeld('a', 'b')).toEqual(['b']);
  });

  it('subtracts the gained bytes of a value that is removed', () => {
    fill(10, 'a');
    cache.add('a', 'value of a', 5);
    cache.invalidate(() => true);
    expect(cache.bytes()).toBe(0);
  });

  it.each(['a', 'gone'])('counts no bytes for an outdated value of the key %s', (key) => {
    fill(10, 'a');
    cache.add(key, 'earlier value', 5);
    expect(cache.bytes()).toBe(10);
  });

  it('removes invalidated values and their bytes', () => {
    fill(10, 'a', 'b', 'c');
    cache.invalidate((value) => value !== 'value of b');
    expect(listHeld('a', 'b', 'c')).toEqual(['b']);
    expect(cache.bytes()).toBe(10);
  });
});
