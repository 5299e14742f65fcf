import { describe, expect, it } from '@jest/globals';
import { returnMemory } from './body-memory.ts';

describe('returnMemory', () => {
  it('takes the memory of bodies away from them', () => {
    const bodies = [Buffer.alloc(25_000), Buffer.alloc(1)];
    returnMemory(bodies);
    expect(bodies.map(({ buffer }) => buffer.byteLength)).toEqual([0, 0]);
  });

  it('leaves memory that other bytes share', () => {
    const all = Buffer.from('one and another');
    const shared = Buffer.from(all.buffer, all.byteOffset, 3);
    returnMemory([shared, Buffer.of()]);
    expect(shared.toString()).toBe('one');
    expect(all.toString()).toBe('one and another');
  });
});
