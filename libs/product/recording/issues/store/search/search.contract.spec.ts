import { expect, it } from '@jest/globals';
import type { Insertable } from 'kysely';
import { eventLevels, parseSearch, toAskedWords, toSearchWords } from '#shared';
import { createRandom } from '../../../../../../test/support/random.ts';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import {
  addPeople,
  createGroupedEvent,
  createReport,
  onEachDatabase,
  NOON_MS,
  MINUTE_MS,
  DAY_MS,
} from '../../../../testing/index.ts';
import { mergeInto } from '../../../../testing/merge.ts';
import { toSearch } from '../../../../testing/to-search.ts';
import { issueSorts } from '../issue.types.ts';
import type { Issue, IssueSort, PageEdge } from '../issue.types.ts';
import { whereSearch } from './where-search.ts';
import { writeWords } from './write-words.ts';

const TYPES = [
  'TypeError',
  'RangeError',
  'HTTPTimeout',
  'type_error',
  '100%_wrong\\',
  'java.lang.IllegalStateException',
];
const VALUES = ['x is not a function', 'no route to host 10', 'Größe 42 überschritten', ''];
const PLACES = ['loadCart (src/cart/load-cart.ts:42)', 'main (index.js:1)', ''];

const CASES: readonly (readonly [text: string, (issue: Issue) => boolean])[] = [
  ['', () => true],
  ['is:unresolved', ({ state }) => state.status === 'unresolved'],
  ['!is:unresolved', ({ state }) => state.status !== 'unresolved'],
  ['is:[muted, resolved]', ({ state }) => state.status !== 'unresolved'],
  ['is:regressed', ({ state }) => state.status === 'unresolved' && state.kind === 'regressed'],
  ['!is:regressed', ({ state }) => state.status !== 'unresolved' || state.kind !== 'regressed'],
  ['is:muted is:resolved', () => false],
  [
    'is:new',
    ({ state, firstSeenMs }) =>
      state.status === 'unresolved' && state.kind === 'new' && firstSeenMs > NOON_MS - DAY_MS,
  ],
  ['is:ignored', ({ state }) => state.status === 'muted'],
  ['level:[fatal, debug]', ({ level }) => level === 'fatal' || level === 'debug'],
  ['is:unresolved !level:error', (i) => i.state.status === 'unresolved' && i.level !== 'error'],
  ['assigned:me', ({ assigneeId }) => assigneeId === 1],
  ['assigned:none', ({ assigneeId }) => assigneeId === undefined],
  ['!assigned:[me, none]', ({ assigneeId }) => (assigneeId ?? 1) !== 1],
  ['assigned:Bob@example.org', ({ assigneeId }) => assigneeId === 2],
  ['!assigned:bob@example.org', ({ assigneeId }) => assigneeId !== 2],
  ['assigned:nobody@example.com', () => false],
  ['firstSeen:-3d', ({ firstSeenMs }) => firstSeenMs >= NOON_MS - 3 * DAY_MS],
  ['firstSeen:+3d', ({ firstSeenMs }) => firstSeenMs < NOON_MS - 3 * DAY_MS],
  ['lastSeen:2026-01-04', ({ lastSeenMs }) => toDay(lastSeenMs) === '2026-01-04'],
  ['lastSeen:>2026-01-04', ({ lastSeenMs }) => toDay(lastSeenMs) > '2026-01-04'],
  ['lastSeen:<=2026-01-04T12:30', ({ lastSeenMs }) => lastSeenMs < Date.UTC(2026, 0, 4, 12, 31)],
  [
    '!lastSeen:[2026-01-04, -1h]',
    (i) => toDay(i.lastSeenMs) !== '2026-01-04' && i.lastSeenMs < NOON_MS - 60 * MINUTE_MS,
  ],
  ['age:-3d', ({ firstSeenMs }) => firstSeenMs >= NOON_MS - 3 * DAY_MS],
  ['times_seen:>20', ({ events }) => events > 20],
  ['level:fatal,debug', ({ level }) => level === 'fatal' || level === 'debug'],
  ['error.type:IllegalStateException', ({ type }) => type.startsWith('java.')],
  ['type:rangeerror,illegalstateexception', ({ type }) => /Range|^java/.test(type)],
  ['type:illegal*', ({ type }) => type.startsWith('java.')],
  ['type:java.lang.*', ({ type }) => type.startsWith('java.')],
  ['src/cart/load-cart.ts:7', ({ place }) => place === PLACES[0]],
  ['firstRelease:SHOP@1.4.2', ({ firstRelease }) => firstRelease === 'shop@1.4.2'],
  ['!firstRelease:[*@1.4.2, x]', ({ firstRelease }) => firstRelease !== 'shop@1.4.2'],
  ['!has:firstRelease', ({ firstRelease }) => firstRelease === undefined],
  ['timesSeen:>20', ({ events }) => events > 20],
  ['timesSeen:>=5 timesSeen:<30', ({ events }) => events >= 5 && events < 30],
  ['timesSeen:5..20', ({ events }) => events >= 5 && events <= 20],
  ['-timesSeen:[5..20, 30]', ({ events }) => events !== 30 && (events < 5 || events > 20)],
  ['firstSeen:<3d', ({ firstSeenMs }) => firstSeenMs >= NOON_MS - 3 * DAY_MS],
  ['is:unassigned', ({ assigneeId }) => assigneeId === undefined],
  ['NOT is:assigned', ({ assigneeId }) => assigneeId === undefined],
  ['users:[0, 3]', ({ users }) => users === 0 || users === 3],
  ['type:typeerror', ({ type }) => type === 'TypeError'],
  ['type:type*error', ({ type }) => type === 'TypeError' || type === 'type_error'],
  ['type:*"%_"*', ({ type }) => type.startsWith('100')],
  ['type:"100%_WRONG\\\\"', ({ type }) => type.startsWith('100')],
  ['type:*', () => true],
  ['project:[PROJECT-2, nothing]', ({ projectId }) => projectId === 2],
  ['!project:*-2 is:unresolved', (i) => i.projectId === 1 && i.state.status === 'unresolved'],
  ['has:project project:project-1', ({ projectId }) => projectId === 1],
  ['message:"NOT a function"', ({ value }) => value === VALUES[0]],
  ['message:no*host', ({ value }) => value === VALUES[1]],
  ['!message:größe', ({ value }) => value !== VALUES[2]],
  ['place:load-cart.ts:42', ({ place }) => place === PLACES[0]],
  ['loadCart', (issue) => hasWords(issue, 'loadCart')],
  ['loadcar', (issue) => hasWords(issue, 'loadcart')],
  ['"loadcar"', () => false],
  ['LoadcarT', (issue) => hasWords(issue, 'loadcart')],
  ['car', (issue) => hasWords(issue, 'cart')],
  ['time* route* ho', (i) => ['timeout', 'route', 'host'].every((word) => hasWords(i, word))],
  ['!timeout', (issue) => !hasWords(issue, 'timeout')],
  ['größ', (issue) => hasWords(issue, 'größe')],
  ['"type error" 4', (issue) => hasWords(issue, 'type error') && hasWords(issue, '42')],
  [
    'error is:unresolved users:>1',
    (i) => hasWords(i, 'error') && i.state.status === 'unresolved' && i.users > 1,
  ],
];

onEachDatabase('a search over issues', ({ kind, openFresh }) => {
  async function openWith(count: number) {
    const fresh = await openFresh('project-1', 'project-2');
    const { database, db, stores } = fresh;
    await addPeople(stores, ['ann', 'bob']);
    const random = createRandom(28);
    const rows = Array.from({ length: count }, (_, index) => toRow(index, random));
    for (let from = 0; from < count; from += 500) {
      await db
        .insertInto('issues')
        .values(rows.slice(from, from + 500))
        .execute();
    }
    const { dialect } = database as KyselyDatabase;
    const named = await db
      .selectFrom('issues')
      .select(['id', 'type', 'value', 'place', 'words_hash'])
      .execute();
    await db.transaction().execute((transaction) => writeWords({ transaction, dialect }, named));
    await fresh.analyze('issues, issue_words');
    return { ...fresh, issues: stores.issues };
  }

  it('finds and counts the same issues as a plain filter, in every order', async () => {
    const { issues } = await openWith(300);
    const asked = { limit: 1000, nowMs: NOON_MS, selfId: 1 };
    const all = await issues.list(asked);
    expect(all).toHaveLength(300);
    for (const [text, holds] of CASES) {
      const search = toSearch(text);
      const found = all.filter(holds);
      for (const sort of issueSorts) {
        const ids = toSorted(found, sort).map(({ id }) => id);
        const listed = await issues.list({ ...asked, search, sort });
        expect({ text, sort, ids: listed.map(({ id }) => id) }).toEqual({ text, sort, ids });
      }
      const theirs = found.filter(({ projectId }) => projectId === 2);
      const wanted = { ...asked, search, projectIds: [2] };
      expect((await issues.list(wanted)).map(({ id }) => id)).toEqual(
        toSorted(theirs, 'lastSeen').map(({ id }) => id),
      );
      expect([text, await issues.count({ ...asked, search }), await issues.count(wanted)]).toEqual([
        text,
        found.length,
        theirs.length,
      ]);
    }
    // All cases except these match some issues and leave some out.
    const vain = CASES.filter(([, holds]) => [0, all.length].includes(all.filter(holds).length));
    expect(vain.map(([text]) => text)).toEqual([
      '',
      'is:muted is:resolved',
      'assigned:nobody@example.com',
      'type:*',
      '"loadcar"',
    ]);
  });

  it.each(issueSorts)(
    'pages forth and back without missing or repeating an issue: by %s',
    async (sort) => {
      const { issues } = await openWith(60);
      const asked = { nowMs: NOON_MS, sort, search: toSearch('!level:info is:unresolved') };
      const all = await issues.list({ ...asked, limit: 100 });
      const pages: Issue[][] = [];
      let page = await issues.list({ ...asked, limit: 7 });
      while (page.length > 0) {
        pages.push(page);
        page = await issues.list({ ...asked, limit: 7, before: toEdge(page.at(-1)!, sort) });
      }
      expect(pages.length).toBeGreaterThan(3);
      expect(pages.flat()).toEqual(all);
      for (const [index, { 0: first }] of pages.entries()) {
        const previous = await issues.list({ ...asked, limit: 7, after: toEdge(first!, sort) });
        expect(previous).toEqual(pages[index - 1] ?? []);
      }
    },
  );

  it('sorts the 2,000 issues seen last by their counts', async () => {
    const { issues } = await openWith(2100);
    const asked = { nowMs: NOON_MS, search: toSearch('!type:RangeError') };
    const all = await issues.list({ ...asked, limit: 9999 });
    const everything = await issues.list({ limit: 9999, nowMs: NOON_MS });
    const listed = await issues.list({ limit: 50, nowMs: NOON_MS, sort: 'events' });
    expect(listed).toEqual(toSorted(everything.slice(0, 2000), 'events').slice(0, 50));
    expect(await issues.list({ ...asked, limit: 9999, sort: 'users' })).toEqual(
      toSorted(all, 'users'),
    );
  });

  it('reads issues by an index, and no event', async () => {
    const { explain } = await openWith(3000);
    const explainSearch = (text: string, sort: IssueSort = 'lastSeen') =>
      explain(async ({ issues }) => {
        const wanted = { nowMs: NOON_MS, search: toSearch(text) };
        await issues.list({ ...wanted, sort, limit: 101 });
        await issues.count(wanted);
      });
    // For `type:*Timeout*`, PostgreSQL may scan the whole table of 3,000 rows, because it expects
    // few rows to match.
    const byIndex: readonly (readonly [string, RegExp, IssueSort?])[] = [
      ['is:unresolved', /issues_by_status/],
      ['', /issues_by_last_seen/],
      ['', /issues_by_first_seen/, 'firstSeen'],
      ['!level:error', /issues_by_last_seen/],
      ['type:*Timeout* is:unresolved', kind === 'sqlite' ? /issues_by_status/ : /issues/],
      ['"number2718"', kind === 'sqlite' ? /issue_words/ : /issue_words_by_word/],
    ];
    for (const [text, index, sort] of byIndex) {
      const plan = await explainSearch(text, sort);
      expect(plan).toMatch(index);
      expect(plan).not.toMatch(/\bevents\b|event_|grouping_keys|SCAN issues$/m);
    }
  });

  it('compares the patterns of a search with 100,000 values of tags together', async () => {
    const { db } = await openWith(1);
    const search = toSearch('!one:*a* two:[*b*, c] user:*d*');
    const where = whereSearch(search, { kind, nowMs: NOON_MS, selfId: undefined });
    const { sql } = where.compile(db);
    expect(sql.match(/limit \d+\) as t/g)).toEqual(Array(5).fill('limit 33334) as t'));
  });

  it('answers every query that can be parsed', async () => {
    const { issues } = await openWith(20);
    const random = createRandom(29);
    const scraps = [
      ...'! " * % _ \\ \' [ ] , : > \0 é aZ 9 & | ( )'.split(' '),
      ' ',
      'is:muted ',
      'type:',
      'assigned:a@b',
      'users:>1 ',
    ];
    const pick = () => scraps[Math.floor(random() * scraps.length)]!;
    let asked = 0;
    for (let round = 0; round < 120; round += 1) {
      const parsed = parseSearch(
        Array.from({ length: 1 + Math.floor(random() * 6) }, pick).join(''),
      );
      if (!parsed.ok) continue;
      asked += 1;
      const wanted = { search: parsed.value, nowMs: NOON_MS };
      const listed = await issues.list({ ...wanted, limit: 100 });
      expect(await issues.count(wanted)).toBe(listed.length);
    }
    expect(asked).toBeGreaterThan(30);
    for (const many of [
      '1q'.repeat(250),
      'q '.repeat(250),
      '!é '.repeat(50),
      `type:[${'T,'.repeat(49)}*]`,
    ]) {
      const listed = await issues.list({ search: toSearch(many), nowMs: NOON_MS, limit: 100 });
      expect(listed).toHaveLength(many.startsWith('q') || many.startsWith('1') ? 0 : 20);
    }
  });

  it('finds an issue by its newest event’s words, after merging, parting and deleting', async () => {
    const { db, stores } = await openFresh('app');
    const found = async (text: string) => {
      const listed = await stores.issues.list({ limit: 9, search: toSearch(text) });
      return listed.map(({ id }) => id).toSorted((a, b) => a - b);
    };
    const record = (reportId: number, groupedBy: string, value: string) =>
      stores.reports.record([
        createReport(reportId, [
          createGroupedEvent({
            groupedBy,
            grouping: { value },
            event: { receivedAtMs: NOON_MS + reportId },
          }),
        ]),
      ]);
    await record(1, 'a', 'apple');
    await record(2, 'b', 'banana');
    expect([await found('apple'), await found('type error')]).toEqual([[1], [1, 2]]);
    await record(3, 'a', 'avocado');
    expect([await found('apple'), await found('avocado')]).toEqual([[], [1]]);
    const { undo } = await mergeInto(stores, { from: 1, into: 2 });
    expect([await found('avocado'), await found('banana')]).toEqual([[2], []]);
    await undo();
    expect([await found('avocado'), await found('banana')]).toEqual([[1], [2]]);
    await stores.deletions.delete(1);
    await db.deleteFrom('projects').where('id', '=', 1).execute();
    const words = await db
      .selectFrom('issue_words')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .execute();
    expect(words).toEqual([{ n: 0 }]);
  });
});

function toRow(index: number, random: () => number): Insertable<Schema['issues']> {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const lastSeen = NOON_MS - Math.floor(random() * 5000) * MINUTE_MS;
  return {
    project_id: pick([1, 2]),
    number: index + 1,
    type: pick(TYPES),
    value: index === 2718 ? 'number2718' : pick(VALUES),
    place: pick(PLACES),
    level: pick(eventLevels),
    events: Math.floor(random() * 40),
    users: Math.floor(random() * 5),
    trend: 80 + Math.floor(random() * 40),
    first_seen_at: lastSeen - Math.floor(random() * 5000) * MINUTE_MS,
    last_seen_at: lastSeen,
    assignee_id: pick([null, null, 1, 2]),
    ...pick(STATES),
    first_release: pick([null, 'shop@1.4.2', 'shop@1.5.0']),
  };
}

const STATES: readonly Pick<
  Insertable<Schema['issues']>,
  'status' | 'status_kind' | 'mute_until' | 'mute_reopens_as'
>[] = [
  { status: 'unresolved', status_kind: 'new' },
  { status: 'unresolved', status_kind: 'regressed' },
  { status: 'resolved', status_kind: 'now' },
  { status: 'muted', status_kind: 'forever' },
  { status: 'muted', status_kind: 'time', mute_until: NOON_MS + 1 },
  { status: 'muted', status_kind: 'time', mute_until: NOON_MS },
  { status: 'muted', status_kind: 'time', mute_until: NOON_MS, mute_reopens_as: 'regressed' },
];

const SORTED_BY = {
  lastSeen: 'lastSeenMs',
  firstSeen: 'firstSeenMs',
  events: 'events',
  users: 'users',
  trend: 'trend',
} as const satisfies Record<IssueSort, keyof Issue>;

function toEdge(issue: Issue, sort: IssueSort): PageEdge {
  return { id: issue.id, value: issue[SORTED_BY[sort]] };
}

function toSorted(issues: readonly Issue[], sort: IssueSort): Issue[] {
  const by = SORTED_BY[sort];
  return issues.toSorted((one, other) => other[by] - one[by] || other.id - one.id);
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function hasWords({ type, value, place }: Issue, text: string): boolean {
  const words = toSearchWords([type, place, value].join('\n'));
  return toAskedWords(text).every((word) => words.includes(word));
}
