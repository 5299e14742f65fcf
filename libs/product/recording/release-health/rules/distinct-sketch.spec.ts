import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { DistinctSketch } from './distinct-sketch.ts';

const toHash = (name: number): string => createHash('sha1').update(String(name)).digest('hex');

function sketchOf(first: number, last: number): DistinctSketch {
  const sketch = new DistinctSketch();
  for (let name = first; name < last; name += 1) sketch.add(toHash(name));
  return sketch;
}

describe('DistinctSketch', () => {
  it.each([0, 1, 10, 100])('counts %i values exactly', (count) => {
    expect(sketchOf(0, count).count()).toBe(count);
  });

  it.each([1000, 10_000, 100_000])('counts %i values within 3 %%', (count) => {
    expect(Math.abs(sketchOf(0, count).count() / count - 1)).toBeLessThan(0.03);
  });

  it('counts a value once', () => {
    const sketch = sketchOf(0, 50);
    for (let name = 0; name < 50; name += 1) expect(sketch.add(toHash(name))).toBe(false);
    expect(new DistinctSketch().add(toHash(0))).toBe(true);
    expect(sketch.count()).toBe(50);
  });

  it.each([0, 20, 5000])('reads the bytes of a sketch of %i values', (count) => {
    const sketch = sketchOf(0, count);
    const bytes = sketch.toBytes();
    expect(bytes.length).toBeLessThan(4100);
    expect(DistinctSketch.fromBytes(bytes).count()).toBe(sketch.count());
  });

  it('reads missing and damaged bytes as few values', () => {
    expect(DistinctSketch.fromBytes(null).count()).toBe(0);
    expect(DistinctSketch.fromBytes(new Uint8Array([0, 255, 255])).count()).toBe(0);
    expect(DistinctSketch.fromBytes(new Uint8Array([1, 1])).count()).toBe(1);
  });

  it('merges sketches as if one sketch had got all values', () => {
    const sketch = sketchOf(0, 3000);
    sketch.merge(sketchOf(2000, 6000));
    expect(sketch.count()).toBe(sketchOf(0, 6000).count());
  });
});
