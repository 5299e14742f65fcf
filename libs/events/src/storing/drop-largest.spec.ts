import { describe, expect, it } from '@jest/globals';
import { dropLargest } from './drop-largest.ts';

describe('dropLargest', () => {
  it('removes the largest fields until the rest fits, and says which', () => {
    const extra = Array.from({ length: 1000 }, () => 7);
    const tags = Array.from({ length: 100 }, () => 7);
    const event = { tags, extra, message: 'x' };
    expect(dropLargest(event, 500)).toEqual(['extra: all 2001 bytes left out']);
    expect(event).toEqual({ tags, message: 'x' });
  });

  it('lists the first twenty removed fields, and counts the others', () => {
    const event = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`field ${at}`, at]));
    const notes = dropLargest(event, 100);
    expect(notes).toHaveLength(21);
    expect(notes.at(-1)).toBe(`${90 - 20 - Object.keys(event).length} more fields left out`);
  });

  it('leaves an event that fits as it is', () => {
    const event = { message: 'x' };
    expect(dropLargest(event, 15)).toEqual([]);
    expect(event).toEqual({ message: 'x' });
  });
});
