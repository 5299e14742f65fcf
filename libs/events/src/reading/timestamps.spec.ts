import { describe, expect, it } from '@jest/globals';
import { CutNotes } from '../json/cut-notes.ts';
import { MAX_SENDING_MS, type Receipt, readTime } from './timestamps.ts';

const NOON_MS = Date.UTC(2026, 0, 5, 12);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `saidMs` and `sentMs` are offsets from the time of receipt. */
function read(saidMs: number, sentMs?: number, traits: Partial<Receipt> = {}) {
  const notes = new CutNotes();
  const sentAtMs = sentMs === undefined ? undefined : NOON_MS + sentMs;
  const receipt = { receivedAtMs: NOON_MS, sentAtMs, ...traits };
  const { occurredAtMs, correctionMs } = readTime((NOON_MS + saidMs) / 1000, receipt, notes);
  return { occurredMs: occurredAtMs - NOON_MS, correctionMs, notes: notes.list() };
}

describe('the time of an event', () => {
  it.each([
    ['a second before its receipt', -1000, undefined],
    ['29 days before, by a queue that was offline', -29 * DAY_MS, 0],
    ['half a minute after', MINUTE_MS / 2, undefined],
    ['by a clock that is half an hour slow', -HOUR_MS / 2 - 1000, -HOUR_MS / 2],
  ])('is taken as its sender says: %s', (_, saidMs, sentMs) => {
    expect(read(saidMs, sentMs)).toEqual({ occurredMs: saidMs, correctionMs: 0, notes: [] });
  });

  it.each([
    ['behind', -3, '3 h behind'],
    ['ahead', 3, '3 h ahead'],
    ['days behind', -72, '3 d behind'],
  ])('is corrected where the sender’s clock is %s', (_, hours, words) => {
    expect(read(hours * HOUR_MS - 5000, hours * HOUR_MS)).toEqual({
      occurredMs: -5000,
      correctionMs: -hours * HOUR_MS,
      notes: [`time: the sender's clock was ${words}, corrected`],
    });
  });

  it.each([
    [MAX_SENDING_MS, undefined],
    [MAX_SENDING_MS + 1, '10 seconds ahead'],
    [-2 * MINUTE_MS, '2 minutes behind'],
  ])('is corrected beyond the longest delay that the caller expects: %i ms', (sentMs, words) => {
    const time = read(sentMs - 20, sentMs, { mostDelayMs: MAX_SENDING_MS });
    expect(time).toEqual({
      occurredMs: words === undefined ? sentMs - 20 : -20,
      correctionMs: words === undefined ? 0 : -sentMs,
      notes: words === undefined ? [] : [`time: the sender's clock was ${words}, corrected`],
    });
  });

  it.each([
    ['two minutes after it', 2 * MINUTE_MS],
    ['31 days before it', -31 * DAY_MS],
  ])('is the time of receipt, with a note, where the sent time is %s', (_, saidMs) => {
    const said = new Date(NOON_MS + saidMs).toISOString();
    expect(read(saidMs)).toMatchObject({
      occurredMs: 0,
      notes: [`time: ${said} as sent is too far off, replaced by the time of receipt`],
    });
  });

  it.each([[undefined], [null]])(
    'is the time of receipt where the sender says nothing: %s',
    (said) => {
      const notes = new CutNotes();
      const time = readTime(said, { receivedAtMs: NOON_MS }, notes);
      expect(time).toEqual({ occurredAtMs: NOON_MS, correctionMs: 0, shiftMs: 0 });
      expect(notes.list()).toEqual([]);
    },
  );

  it.each([
    [0, '0'],
    [-1, '-1'],
    ['yesterday', '"yesterday"'],
    ['', '""'],
    [{ at: 1 }, '{"at":1}'],
    ['x'.repeat(99), `"${'x'.repeat(38)}…`],
  ])('is the time of receipt, with a note, where the sent time is unreadable: %j', (said, told) => {
    const notes = new CutNotes();
    expect(readTime(said, { receivedAtMs: NOON_MS }, notes).occurredAtMs).toBe(NOON_MS);
    expect(notes.list()).toEqual([
      `time: ${told} as sent cannot be used, replaced by the time of receipt`,
    ]);
  });
});
