import { describe, expect, it } from '@jest/globals';
import type { PageData } from './page-data.ts';
import { parseBuildConflict, parseDeferredDatum, parsePageData } from './parse-page-data.ts';

const PLAIN = Object.freeze({
  v: 1,
  build: 'b1',
  url: '/issues?x=1',
  status: 200,
  staleMs: 60_000,
  segments: [],
});

const SEGMENT = Object.freeze({
  key: '/issues',
  view: 'issue-pages/list.page',
  head: {},
  tags: [],
});

function parse(changes: object): PageData | undefined {
  return parsePageData(JSON.stringify({ ...PLAIN, ...changes }));
}

function parseSegment(changes: object): PageData | undefined {
  return parse({ segments: [{ ...SEGMENT, ...changes }] });
}

describe('parsePageData', () => {
  it('reads a page with the fewest fields', () => {
    expect(parse({})).toEqual(PLAIN);
  });

  it('reads a chain of segments with all their optional fields', () => {
    const segments = [
      { ...SEGMENT, key: 'console/console.layout', data: null },
      {
        ...SEGMENT,
        head: { title: 'Issues', noindex: false, elements: { description: '<meta>' } },
        tags: ['issues', ''],
        data: { rows: [1] },
        deferred: ['counts'],
      },
    ];
    expect(parse({ segments })?.segments).toEqual(segments);
  });

  it.each([
    ['v', [0, 2, '1', true]],
    ['build', [1, null, ['b1']]],
    ['url', [1, null, {}]],
    ['status', ['200', null, 99, 600, 200.5, -200]],
    ['staleMs', ['1', null, -1, true]],
    ['segments', [null, {}, 'segments', [null], [[]], ['key']]],
  ])('requires %s to be there, and of its type', (field, wrong) => {
    for (const value of [undefined, ...wrong]) expect(parse({ [field]: value })).toBeUndefined();
  });

  it.each([100, 303, 404, 599])('takes the status %i', (status) => {
    expect(parse({ status })?.status).toBe(status);
  });

  it.each([0, 0.5, 1e15])('takes a page that is stale after %d ms', (staleMs) => {
    expect(parse({ staleMs })?.staleMs).toBe(staleMs);
  });

  it('refuses an infinite age', () => {
    expect(parsePageData(JSON.stringify(PLAIN).replace('60000', '1e999'))).toBeUndefined();
  });

  it('takes a location only of its type', () => {
    expect(parse({ location: '/there#part' })?.location).toBe('/there#part');
    for (const location of [1, null, {}]) expect(parse({ location })).toBeUndefined();
  });

  it('takes a message that is shown once, with or without an action that undoes', () => {
    const undo = { action: 'undo', fields: { of: ['1', '2'], at: '3' } };
    for (const flash of [
      { text: 'Done.' },
      { text: '', undo },
      { text: 'Done.', undo: { ...undo, at: '/issues', label: 'Back' } },
    ]) {
      expect(parse({ flash })?.flash).toEqual(flash);
    }
  });

  it.each([
    [null, 'Done.', [], {}, { text: 1 }],
    [null, 'undo', [], {}, { action: 'undo' }, { fields: {} }].map((undo) => ({ text: '', undo })),
    [null, 1, ['/']].map((at) => ({ text: '', undo: { action: '', fields: {}, at } })),
    [null, 1, ['Back']].map((label) => ({ text: '', undo: { action: '', fields: {}, label } })),
    [null, [], 'a', { a: 1 }, { a: null }, { a: [1] }, { a: {} }].map((fields) => ({
      text: '',
      undo: { action: '', fields },
    })),
  ])('refuses a message like %j', (...wrong) => {
    for (const flash of wrong) expect(parse({ flash })).toBeUndefined();
  });

  it('ignores fields that it does not know', () => {
    const page = parse({ later: 1, segments: [{ ...SEGMENT, later: { a: 1 } }] });
    expect(page).toMatchObject({ ...PLAIN, segments: [SEGMENT] });
  });

  describe('a segment', () => {
    it.each([
      ['key', [1, null, []]],
      ['view', [1, null, {}]],
      ['head', [null, 'title', []]],
      ['tags', [null, 'tag', [1], [['tag']], {}]],
    ])('requires %s to be there, and of its type', (field, wrong) => {
      for (const value of [undefined, ...wrong]) {
        expect(parseSegment({ [field]: value })).toBeUndefined();
      }
    });

    it.each([
      ['title', [1, null, ['t']]],
      ['noindex', ['true', 1, null]],
    ])('may have a head without %s, but not with another type', (field, wrong) => {
      expect(parseSegment({ head: {} })).toBeDefined();
      for (const value of wrong) expect(parseSegment({ head: { [field]: value } })).toBeUndefined();
    });

    it('may have no deferred data, or a list of their names', () => {
      expect(parseSegment({ deferred: [] })).toBeDefined();
      expect(parseSegment({ deferred: ['a', 'b'] })).toBeDefined();
      for (const deferred of [null, 'a', [1], {}]) {
        expect(parseSegment({ deferred })).toBeUndefined();
      }
    });

    it('may have data of any kind, or none, which is not null', () => {
      const dataOf = (changes: object): object => parseSegment(changes)?.segments[0] ?? {};
      expect('data' in dataOf({})).toBe(false);
      for (const data of [null, false, 'text', 0, [1], { a: 1 }]) {
        expect(dataOf({ data })).toMatchObject({ data });
      }
    });

    it('makes the whole page unreadable when it is invalid', () => {
      expect(parse({ segments: [SEGMENT, { ...SEGMENT, key: 1 }] })).toBeUndefined();
    });
  });

  it.each([
    '',
    ' ',
    '<!doctype html><title>502 Bad Gateway</title>',
    'null',
    'true',
    '1',
    '"v"',
    '[]',
    '{}',
    '{"v":1',
    `[${JSON.stringify(PLAIN)}]`,
    `${JSON.stringify(PLAIN)}\n${JSON.stringify(PLAIN)}`,
    '['.repeat(100_000),
  ])('reads nothing from a line that is no page: %.40j', (line) => {
    expect(parsePageData(line)).toBeUndefined();
  });

  it('takes no field from a prototype that the line sets', () => {
    const line = JSON.stringify(PLAIN).replace('"v":1', '"__proto__":{"v":1}');
    expect(parsePageData(line)).toBeUndefined();
    expect(({} as { v?: number }).v).toBeUndefined();
  });
});

describe('parseDeferredDatum', () => {
  const outcome = { status: 404, view: 'rendering/not-found.page', data: { status: 404 } };
  const read = (line: object): unknown => parseDeferredDatum(JSON.stringify(line));

  it.each([[[1, 2]], [null], [false], [0], ['']])('reads a datum of %j', (data) => {
    const line = { segment: 1, name: 'counts', data };
    expect(read(line)).toEqual(line);
  });

  it('reads an outcome in place of a datum', () => {
    const line = { segment: 1, name: 'counts', outcome };
    expect(read(line)).toEqual(line);
  });

  it('ignores fields that it does not know', () => {
    expect(read({ segment: 1, name: 'counts', data: 1, later: 2 })).toMatchObject({ data: 1 });
  });

  it.each([undefined, null, '1', [1]])(
    'reads nothing for the segment %j, which is no index',
    (segment) => {
      expect(read({ segment, name: 'counts', data: 1 })).toBeUndefined();
    },
  );

  it.each([undefined, null, 1, ['counts']])(
    'reads nothing for the name %j, which is no text',
    (name) => {
      expect(read({ segment: 1, name, data: 1 })).toBeUndefined();
    },
  );

  it('reads nothing from a line with neither a datum nor an outcome', () => {
    expect(read({ segment: 1, name: 'counts' })).toBeUndefined();
  });

  it.each([
    null,
    'gone',
    [],
    {},
    { ...outcome, status: '404' },
    { ...outcome, view: undefined },
    { ...outcome, view: 1 },
  ])('reads nothing from a line with the outcome %j', (wrong) => {
    expect(read({ segment: 1, name: 'counts', outcome: wrong })).toBeUndefined();
  });

  it.each([outcome, 7, null])(
    'reads nothing from a line that has both data and the outcome %j',
    (second) => {
      expect(read({ segment: 1, name: 'counts', data: 1, outcome: second })).toBeUndefined();
    },
  );

  it.each(['', 'null', '[]', '"counts"', '{"segment":1', '<p>gone</p>'])(
    'reads nothing from a line that is no datum: %j',
    (line) => {
      expect(parseDeferredDatum(line)).toBeUndefined();
    },
  );
});

describe('parseBuildConflict', () => {
  const conflict = { build: 'b2', url: '/issues' };

  it('reads build and address', () => {
    expect(parseBuildConflict(JSON.stringify(conflict))).toEqual(conflict);
  });

  it('ignores fields that it does not know', () => {
    expect(parseBuildConflict(JSON.stringify({ ...conflict, later: 1 }))).toMatchObject(conflict);
  });

  it.each(['build', 'url'])('requires %s to be there, and of its type', (field) => {
    for (const value of [undefined, null, 1, {}]) {
      const line = JSON.stringify({ ...conflict, [field]: value });
      expect(parseBuildConflict(line)).toBeUndefined();
    }
  });

  it('reads nothing from a page that ended with the same status', () => {
    const line = JSON.stringify({ ...PLAIN, status: 409, segments: [SEGMENT] });
    expect(parseBuildConflict(line)).toBeUndefined();
  });

  it.each(['', 'null', '[]', '"b2"', '{"build":"b2"', '<p>409 Conflict</p>'])(
    'reads nothing from a line that is no build conflict: %j',
    (line) => {
      expect(parseBuildConflict(line)).toBeUndefined();
    },
  );
});
