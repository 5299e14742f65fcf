import { describe, expect, it } from '@jest/globals';
import { linkExceptions } from './exception-links.ts';

type Sent = Readonly<Record<string, unknown>>;

function link(...mechanisms: readonly Sent[]) {
  const sent = mechanisms.map((mechanism) => ({ type: 'E', mechanism }));
  return linkExceptions(sent, [...sent.keys()]);
}

const node = (id: unknown, parent?: unknown, rest: Sent = {}): Sent => ({
  exception_id: id,
  parent_id: parent,
  ...rest,
});
const group = { is_exception_group: true };

function toTree(links: ReturnType<typeof link>): unknown[] {
  return links.map(({ parent, relation }) => (parent === undefined ? 'root' : [parent, relation]));
}

const linear = [[1, 'cause'], [2, 'cause'], 'root'];

describe('the links of exceptions', () => {
  it('make each exception the cause of the next when there are no ids', () => {
    expect(toTree(link({}, {}, {}))).toEqual(linear);
    expect(toTree(link({}))).toEqual(['root']);
    expect(toTree(link())).toEqual([]);
  });

  it('make a tree when there are ids', () => {
    const links = link(
      node(3, 0, { source: 'errors[1]' }),
      node(2, 1, { source: '__context__' }),
      node(1, 0, { source: 'errors[0]' }),
      node(0, undefined, group),
    );
    expect(toTree(links)).toEqual([[3, 'member'], [2, 'context'], [3, 'member'], 'root']);
    expect(links.map(({ isGroup }) => isGroup)).toEqual([false, false, false, true]);
  });

  it.each<[string, Sent, Sent, string]>([
    ["Python's explicit cause", { source: '__cause__' }, {}, 'cause'],
    ["Python's implicit context", { source: '__context__' }, {}, 'context'],
    ["Go's wrapped error", { source: 'unwrap' }, {}, 'cause'],
    ["Go's joined error", { source: 'errors[3]' }, {}, 'member'],
    ["a member of Python's group", { source: 'exceptions[0]' }, group, 'member'],
    ["a member of .NET's aggregate", { source: 'InnerExceptions[1]' }, group, 'member'],
    ["the cause of JavaScript's error", { source: 'cause' }, group, 'cause'],
    ["Java's suppressed exception", { type: 'suppressed' }, {}, 'suppressed'],
    ['a suppressed exception of another language', { source: 'suppressed[0]' }, {}, 'suppressed'],
    ["Java's cause", { type: 'chained' }, {}, 'cause'],
    ['a child of a group that says no more', {}, group, 'member'],
    ['a source of another type', { source: 7 }, {}, 'cause'],
  ])('read %s', (_, child, parent, relation) => {
    const [first] = link(node(1, 0, child), node(0, undefined, parent));
    expect(first).toMatchObject({ parent: 1, relation });
  });

  it('do not call an exception a group that has a cause alone', () => {
    const links = link(node(1, 0, { source: 'cause' }), node(0, undefined, group));
    expect(links.at(-1)!.isGroup).toBe(false);
  });

  it('put all exceptions that Java’s SDK chains as suppressed under their owner', () => {
    const suppressed = { type: 'suppressed' };
    const links = link(
      node(4, 3, suppressed),
      node(3, 2, { type: 'chained' }),
      node(2, 1, suppressed),
      node(1, 0, { type: 'chained' }),
      node(0),
    );
    expect(toTree(links)).toEqual([
      [3, 'suppressed'],
      [2, 'cause'],
      [3, 'suppressed'],
      [4, 'cause'],
      'root',
    ]);
  });

  it.each<[string, readonly Sent[]]>([
    ['go round in a circle', [node(1, 2), node(2, 1), node(0)]],
    ['are their own parents', [node(1, 1), node(0, 0), node(5, 5)]],
    ['are of another type', [node('1', '0'), node(true, {}), node(null, [])]],
    ['name none of the exceptions', [node(1, 9), node(2, 9), node(0, 9)]],
    ['come twice', [node(0, 0), node(0, 0), node(0, 0)]],
  ])('ignore ids that %s', (_, mechanisms) => {
    const parents = link(...mechanisms).map(({ parent }) => parent);
    expect(parents[2]).toBeUndefined();
    expect([1, 2]).toContain(parents[0]);
    expect(parents[1]).toBe(2);
  });

  it('lead from a kept exception to the nearest one that is kept', () => {
    const sent = [3, 2, 1, 0].map((id) => ({ mechanism: node(id, id === 0 ? undefined : id - 1) }));
    expect(toTree(linkExceptions(sent, [0, 3]))).toEqual([[1, 'cause'], 'root']);
  });
});
