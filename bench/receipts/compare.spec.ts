import { expect, it } from '@jest/globals';
import type { Answered } from './compare.mjs';
import { compare } from './compare.mjs';
import type { StoredEvents } from './stored-events.mjs';

const counted = (
  outcome: string,
  reason: string,
  quantity: number,
  { kind = 'error', inHours = quantity } = {},
) => ({ outcome, reason, kind, quantity, inHours });

const ofFiles = { kind: 'attachment' };
const ofLogs = { kind: 'log_item' };
const ofSpans = { kind: 'span' };

/** `a` was sent twice. Two requests were never answered: one was stored, the other not. */
const events: Answered['events'] = {
  acknowledged: new Set(['a', 'b']),
  refused: new Set(['r']),
  sends: new Map([
    ['a', { acknowledged: 2, open: 0 }],
    ['b', { acknowledged: 1, open: 0 }],
    ['unanswered', { acknowledged: 0, open: 1 }],
    ['never taken', { acknowledged: 0, open: 1 }],
  ]),
};

/** A renderer may have sent `repeated` twice, and did so, but the log is stored once. */
const logs: Answered['logs'] = {
  acknowledged: new Set(['log a', 'repeated']),
  refused: new Set(['log r']),
  sends: new Map([
    ['log a', { acknowledged: 1, open: 0 }],
    ['repeated', { acknowledged: 1, open: 1 }],
    ['log r', { acknowledged: 0, open: 0 }],
  ]),
};

/** Nothing tells whether the open span was taken. */
const spans: Answered['spans'] = {
  acknowledged: new Set(['span a']),
  refused: new Set(),
  sends: new Map([
    ['span a', { acknowledged: 2, open: 0 }],
    ['unanswered', { acknowledged: 0, open: 1 }],
  ]),
};

const answered: Answered = { events, logs, spans, attached: ['b'] };

const stored: StoredEvents = {
  ids: ['b', 'unanswered', 'a'],
  attached: ['unanswered', 'b'],
  logs: ['repeated', 'log a'],
  segments: 1,
  miscounted: [],
  outcomes: [
    counted('stored', 'taken', 3),
    counted('duplicate', 'event_id', 1),
    counted('stored', 'taken', 2, ofFiles),
    counted('invalid', 'malformed', 1, { kind: 'unknown' }),
    counted('rate_limited', 'key', 2),
    counted('failed', 'no_room', 2),
    counted('stored', 'taken', 2, ofLogs),
    counted('duplicate', 'content', 1, ofLogs),
    counted('stored', 'taken', 1, ofSpans),
    counted('duplicate', 'content', 1, ofSpans),
  ],
};

const nothing = { missing: [], twice: [], unwanted: [], miscounted: [] };

function withOutcomes(...others: StoredEvents['outcomes']): StoredEvents {
  const names = new Set(others.map(({ outcome, kind }) => `${outcome} ${kind}`));
  const rest = stored.outcomes.filter(({ outcome, kind }) => !names.has(`${outcome} ${kind}`));
  return { ...stored, outcomes: [...rest, ...others] };
}

it('compare finds nothing where acknowledged and unanswered items are stored once', () => {
  expect(compare(answered, stored)).toEqual(nothing);
});

it('compare names missing items, duplicate items, and stored items that were refused', () => {
  const found = compare(
    {
      ...answered,
      events: { ...events, acknowledged: new Set(['a', 'b', 'c']) },
      attached: ['a', 'c', 'not yet'],
    },
    {
      ...stored,
      ids: ['a', 'a', 'a', 'r', 'c', 'c'],
      attached: ['a', 'a'],
      logs: ['repeated', 'repeated', 'log r', 'nobody sent this'],
      miscounted: ['a counter'],
    },
  );
  expect(found).toMatchObject({
    missing: ['b', 'the file of c', 'the log “log a”'],
    twice: ['a', 'c', 'the file of a', 'the log “repeated”'],
    unwanted: ['r', 'the log “log r”', 'the log “nobody sent this”'],
    miscounted: expect.arrayContaining(['a counter']),
  });
});

it.each<[string, ...StoredEvents['outcomes']]>([
  ['events stored or duplicate: 5, not 4', counted('duplicate', 'event_id', 2)],
  ['events stored or duplicate: 3, not 4', counted('duplicate', 'event_id', 0)],
  ['events stored: 4, not 3', counted('stored', 'taken', 4), counted('duplicate', 'event_id', 0)],
  ['files duplicate: 1, not 0', counted('duplicate', 'event_id', 1, ofFiles)],
  ['files stored: 3, not 2', counted('stored', 'taken', 3, ofFiles)],
  ['outcome failed/recording error: 1', counted('failed', 'recording', 1)],
  ['outcome filtered/kind error: 1', counted('filtered', 'kind', 1)],
  [
    'logs stored: 3, not 2',
    counted('stored', 'taken', 3, ofLogs),
    counted('duplicate', 'content', 0, ofLogs),
  ],
  ['logs stored or duplicate: 4, not 2 to 3', counted('duplicate', 'content', 2, ofLogs)],
  ['spans stored or duplicate: 4, not 2 to 3', counted('duplicate', 'content', 3, ofSpans)],
  ['segments counted: 1, not 2', counted('stored', 'taken', 2, ofSpans)],
  [
    'outcome duplicate/event_id error: 1, in hours 0',
    counted('duplicate', 'event_id', 1, { inHours: 0 }),
  ],
])('compare says “%s” of an impossible count of outcomes', (line, ...others) => {
  expect(compare(answered, withOutcomes(...others))).toEqual({ ...nothing, miscounted: [line] });
});

it('compare leaves open whether an item arrived that was sent again without an answer', () => {
  const sends = new Map([...events.sends, ['b', { acknowledged: 1, open: 1 }] as const]);
  const find = (duplicates: number) =>
    compare(
      { ...answered, events: { ...events, sends } },
      withOutcomes(counted('duplicate', 'event_id', duplicates)),
    );
  expect([1, 2].map(find)).toEqual([nothing, nothing]);
  expect(find(3).miscounted).toEqual(['events stored or duplicate: 6, not 4 to 5']);
});
