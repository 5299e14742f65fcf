import { describe, expect, it } from '@jest/globals';
import { toEndOfQuiet } from './quiet-hours.ts';

const NIGHT = { fromMinute: 22 * 60, toMinute: 7 * 60, timeZone: 'Europe/Berlin' };

describe('quiet hours', () => {
  it.each([
    ['the hour before', '2026-01-05T20:59:00Z', '2026-01-05T20:59:00Z'],
    ['the evening', '2026-01-05T21:00:30Z', '2026-01-06T06:00:00Z'],
    ['after midnight', '2026-01-06T05:59:59Z', '2026-01-06T06:00:00Z'],
    ['the end', '2026-01-06T06:00:00Z', '2026-01-06T06:00:00Z'],
    ['summer', '2026-07-05T21:00:00Z', '2026-07-06T05:00:00Z'],
    ['the night of the change', '2026-03-28T22:00:00Z', '2026-03-29T06:00:00Z'],
  ])('delay a message (%s) from %s to %s', (_, from, to) => {
    expect(new Date(toEndOfQuiet(NIGHT, Date.parse(from))).toISOString()).toBe(
      new Date(to).toISOString(),
    );
  });

  it('delay nothing when they are not set or have no length', () => {
    expect(toEndOfQuiet(undefined, 7)).toBe(7);
    expect(toEndOfQuiet({ ...NIGHT, toMinute: NIGHT.fromMinute }, 7)).toBe(7);
  });
});
