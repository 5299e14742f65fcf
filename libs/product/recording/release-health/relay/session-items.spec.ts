import { describe, expect, it } from '@jest/globals';
import { Hiding, toUserHash } from '#events';
import type { SessionItem } from '../store/session-item.ts';
import type { ReadItem } from '#product/recording/reports/relay';
import { readSession, readSessions, weighSessions } from './session-items.ts';

const NOON_MS = Date.UTC(2026, 0, 5, 12);
const STARTED = '2026-01-05T11:59:00.000Z';

function make(type: 'session' | 'sessions', payload: unknown, header = {}): ReadItem<SessionItem> {
  const item = { type, header: {}, payload: Buffer.from(JSON.stringify(payload)) };
  const report = { projectId: 3, receivedAtMs: NOON_MS };
  const place = { report, header, item: 0, hiding: new Hiding() };
  const read = type === 'session' ? readSession : readSessions;
  return read(item as never, place as never);
}

const groupsOf = (made: ReadItem<SessionItem>) => ('item' in made ? made.item.groups : made);

describe('a session', () => {
  const sent = { sid: 'a1', did: '47', started: STARTED, status: 'ok', errors: 0 };

  it('counts as begun with its first update, and has its release and environment', () => {
    const attrs = { release: 'shop@1', environment: 'production', user_agent: 'x' };
    expect(make('session', { ...sent, init: true, attrs })).toEqual({
      ok: true,
      item: {
        projectId: 3,
        receivedAtMs: NOON_MS,
        release: 'shop@1',
        environment: 'production',
        groups: [
          {
            startedAtMs: Date.parse(STARTED),
            begun: 1,
            errored: 0,
            crashed: 0,
            abnormal: 0,
            sessionHash: expect.stringMatching(/^[\da-f]{64}$/),
            userHash: toUserHash({ id: '47' }),
          },
        ],
      },
    });
  });

  it.each([
    [
      { errors: 2, status: 'exited' },
      { begun: 0, crashed: 0, hasErrors: true },
    ],
    [{ status: 'crashed' }, { crashed: 1, hasErrors: true }],
    [{ status: 'abnormal' }, { abnormal: 1, crashed: 0 }],
    [{ status: 'unhandled' }, { crashed: 0, unhandled: 1, hasErrors: true }],
    [{ status: 'stalled' }, { crashed: 0, abnormal: 0, hasErrors: true }],
    [{ started: { toString: 1 } }, { startedAtMs: NOON_MS }],
    [{ started: '2026-01-05T11:59:30' }, { startedAtMs: NOON_MS - 30_000 }],
    [{ started: NOON_MS / 1000 - 5 }, { startedAtMs: NOON_MS - 5000 }],
    [{ started: 'never' }, { startedAtMs: NOON_MS }],
    [{ started: '2020-01-01T00:00:00Z' }, { startedAtMs: NOON_MS }],
    [{ started: '2026-01-05T12:00:01Z' }, { startedAtMs: NOON_MS }],
  ])('counts as its fields say: %j', (traits, expected) => {
    expect(groupsOf(make('session', { ...sent, ...traits }))).toMatchObject([expected]);
  });

  it('corrects its start by the time at which it was sent', () => {
    const header = { sentAt: '2026-01-05T13:30:00Z' };
    expect(groupsOf(make('session', sent, header))).toMatchObject([
      { startedAtMs: Date.parse(STARTED) - 5_400_000 },
    ]);
  });

  it('is invalid without an id', () => {
    const made = make('session', { ...sent, sid: '' });
    const reason = 'The session has no id.';
    expect(made).toEqual({ ok: false, reason });
  });
});

describe('session aggregates of an SDK', () => {
  it('count for the minute in which their sessions began', () => {
    const aggregates = [
      { started: STARTED, exited: 5, errored: 2, unhandled: 3, crashed: 1 },
      { started: STARTED, did: 'ann', exited: 1, abnormal: 1 },
      'nonsense',
    ];
    expect(groupsOf(make('sessions', { aggregates }))).toMatchObject([
      { begun: 11, errored: 6, unhandled: 3, crashed: 1, abnormal: 0 },
      { begun: 2, errored: 0, abnormal: 1, userHash: toUserHash({ id: 'ann' }) },
    ]);
  });

  it('bound or ignore invalid counts', () => {
    const aggregates = [{ started: STARTED, exited: -3, errored: '7', crashed: 1e9 }];
    expect(groupsOf(make('sessions', { aggregates }))).toMatchObject([
      { begun: 1_000_000, errored: 1_000_000, crashed: 1_000_000 },
    ]);
  });

  it.each([{}, Array.from({ length: 1001 }, () => ({}))])(
    'are invalid where they are no list, or too many: case %#',
    (aggregates) => {
      expect(make('sessions', { aggregates })).toMatchObject({ ok: false });
    },
  );
});

describe('an item of sessions', () => {
  it.each([
    ['like an event with one group', 1, 0, 1],
    ['like an event with ten aggregates', 10, 0, 1],
    ['like 100 events with 1,000 aggregates', 1000, 0, 100],
    ['like an event for each day on which they began', 5, 86_400_000, 5],
  ])('weighs %s', (_, aggregates, apartMs, events) => {
    const counts = { begun: 1, errored: 0, crashed: 0, abnormal: 0 };
    const toGroup = (at: number) => ({ ...counts, startedAtMs: at * apartMs });
    const groups = Array.from({ length: aggregates }, (__, at) => toGroup(at));
    expect(weighSessions({ groups })).toBe(events);
  });
});
