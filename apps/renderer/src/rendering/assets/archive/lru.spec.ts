import { describe, expect, it } from '@jest/globals';
import { Lru } from './lru.ts';

function hold(lru: Lru<string>): string[] {
  return ['a', 'b', 'c'].filter((key) => lru.get(key) !== undefined);
}

describe('Lru', () => {
  it('lets go of what was unused for longest', () => {
    const lru = new Lru<string>(2);
    lru.set('a', 'A', 1);
    lru.set('b', 'B', 1);
    expect(lru.get('a')).toBe('A');
    lru.set('c', 'C', 1);
    expect(hold(lru)).toEqual(['a', 'c']);
  });

  it('lets go of as much as the new weighs', () => {
    const lru = new Lru<string>(10);
    lru.set('a', 'A', 4);
    lru.set('b', 'B', 4);
    lru.set('c', 'C', 9);
    expect(hold(lru)).toEqual(['c']);
  });

  it('does not hold what is too heavy, and loses nothing else to it', () => {
    const lru = new Lru<string>(10);
    lru.set('a', 'A', 4);
    lru.set('b', 'B', 11);
    expect(hold(lru)).toEqual(['a']);
  });

  it('counts a replaced value once', () => {
    const lru = new Lru<string>(2);
    lru.set('a', 'A', 1);
    lru.set('b', 'B', 1);
    lru.set('b', 'B again', 1);
    expect(hold(lru)).toEqual(['a', 'b']);
    expect(lru.get('b')).toBe('B again');
  });

  it('is as good as new once cleared', () => {
    const lru = new Lru<string>(2);
    lru.set('a', 'A', 2);
    lru.clear();
    lru.set('b', 'B', 1);
    lru.set('c', 'C', 1);
    expect(hold(lru)).toEqual(['b', 'c']);
  });
});
