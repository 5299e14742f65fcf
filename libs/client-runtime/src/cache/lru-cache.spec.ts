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

  it('finds what was set, and nothing else', () => {
    fill(1, 'a');
    expect(cache.find('a')).toBe('value of a');
    expect(cache.find('b')).toBeUndefined();
  });

  it('counts the bytes of all values', () => {
    fill(10, 'a', 'b');
    expect(cache.bytes()).toBe(20);
  });

  it('counts a value that takes the place of another in its stead', () => {
    fill(10, 'a', 'b');
    fill(3, 'a');
    expect(cache.bytes()).toBe(13);
  });

  it('leaves everything as it is up to its size', () => {
    fill(50, 'a', 'b');
    expect(idle.waiting).toBe(0);
  });

  it('holds too much until the browser is idle', () => {
    fill(50, 'a', 'b', 'c');
    expect(listHeld('a', 'b', 'c')).toEqual(['a', 'b', 'c']);
    idle.run();
    expect(cache.find('a')).toBeUndefined();
  });

  it('lets the oldest go, down to 90 % of its size and no further', () => {
    fill(10, 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k');
    idle.run();
    expect(cache.bytes()).toBe(90);
    expect(listHeld('a', 'b', 'c')).toEqual(['c']);
  });

  it('keeps what was used lately', () => {
    fill(50, 'a', 'b');
    cache.use('a');
    fill(10, 'c');
    idle.run();
    expect(listHeld('a', 'b', 'c')).toEqual(['a', 'c']);
  });

  it('lets go of what was only looked at', () => {
    fill(50, 'a', 'b');
    cache.find('a');
    fill(10, 'c');
    idle.run();
    expect(listHeld('a', 'b', 'c')).toEqual(['b', 'c']);
  });

  it('holds nothing more for a use of what it does not hold', () => {
    cache.use('a');
    expect(cache.find('a')).toBeUndefined();
  });

  it('keeps what was written lately', () => {
    fill(50, 'a', 'b');
    fill(50, 'a');
    fill(10, 'c');
    idle.run();
    expect(listHeld('a', 'b', 'c')).toEqual(['a', 'c']);
  });

  it('keeps everything when it has become smaller before the browser is idle', () => {
    fill(50, 'a', 'b', 'c');
    cache.invalidate((value) => value === 'value of c');
    idle.run();
    expect(listHeld('a', 'b')).toEqual(['a', 'b']);
  });

  it('makes room once, however much comes meanwhile', () => {
    fill(30, 'a', 'b', 'c', 'd', 'e');
    idle.run();
    expect(cache.bytes()).toBe(90);
  });

  it('waits again when it has become too large again', () => {
    fill(50, 'a', 'b', 'c');
    idle.run();
    fill(60, 'd');
    idle.run();
    expect(cache.bytes()).toBe(60);
  });

  it('lets a value go that is larger than all of it', () => {
    fill(101, 'a');
    idle.run();
    expect(cache.bytes()).toBe(0);
  });

  it('counts what more arrives of a value', () => {
    fill(10, 'a');
    cache.add('a', 'value of a', 5);
    expect(cache.bytes()).toBe(15);
  });

  it('lets values go that have grown too large', () => {
    fill(50, 'a', 'b');
    cache.add('b', 'value of b', 20);
    idle.run();
    expect(listHeld('a', 'b')).toEqual(['b']);
  });

  it('forgets what a grown value had grown by', () => {
    fill(10, 'a');
    cache.add('a', 'value of a', 5);
    cache.invalidate(() => true);
    expect(cache.bytes()).toBe(0);
  });

  it.each(['a', 'gone'])('counts nothing for a value that is no longer the one of %s', (key) => {
    fill(10, 'a');
    cache.add(key, 'earlier value', 5);
    expect(cache.bytes()).toBe(10);
  });

  it('deletes what is gone, and its bytes', () => {
    fill(10, 'a', 'b', 'c');
    cache.invalidate((value) => value !== 'value of b');
    expect(listHeld('a', 'b', 'c')).toEqual(['b']);
    expect(cache.bytes()).toBe(10);
  });
});
