import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sent } from '../../../test/pairs/hold-pairs.ts';
import { raise, say, type Sent } from '../../../test/pairs/shapes.ts';
import { groupEvent } from '../group-event.ts';
import { groupV2 } from '../version-2/group-event.ts';
import { groupV3 } from './group-event.ts';
import { rewriteText } from './text/rewrite-text.ts';

const folder = join(import.meta.dirname, '../../../test/sdk-events');
const names = ['go', 'java', 'python', 'rust'].flatMap((language) =>
  readdirSync(join(folder, language)).map((name) => `${language}/${name.replace('.json', '')}`),
);
const keysOf2 = JSON.parse(
  readFileSync(join(import.meta.dirname, '../version-2/keys.json'), 'utf8'),
) as Sent;
const printed = say('python', 'rejected { id: 17 }');

describe('the keys of events as SDKs sent them', () => {
  it('are those of version 2, whose texts hold no printed object', () => {
    const keys = names.map((name) => [name, groupV3(sent(name)).key]);
    expect(Object.fromEntries(keys)).toEqual(keysOf2);
  });
});

describe('beside version 2', () => {
  it('has a key of its own where it reads a text otherwise', () => {
    const keys = groupEvent(printed).keys.map(({ version, key }) => [version, key]);
    expect(keys.map(([version]) => version)).toEqual([3, 2, 1]);
    expect(keys[1]).toEqual([2, groupV2(printed).key]);
    expect(new Set(keys.map(([, key]) => key)).size).toBe(3);
  });

  it.each(['disk full', '{"a": [true, 1]}'])(
    'stands for version 2 where both have the same key: %s',
    (text) => {
      const { keys } = groupEvent(say('python', text));
      expect(keys.map(({ version }) => version)).toEqual([3, 1]);
    },
  );

  it('reads a text otherwise where the stack tells nothing, not where it tells enough', () => {
    const value = 'rejected { id: 17 }';
    const own = raise('python', [{ type: 'E', value, frames: ['shop.cart.total'] }]);
    expect(groupV3(own).isAsBefore).toBe(true);
    expect(groupV3(raise('python', [{ type: 'E', value }])).isAsBefore).toBe(false);
  });

  it('tells of a text as it reads it', () => {
    const { parts } = groupV3(printed).describe();
    expect(parts).toContainEqual({ of: 'message', text: 'rejected <json>' });
  });
});

describe('a text', () => {
  it.each([
    ['rejected { id: 17 } at once', 'rejected <json> at once'],
    ['bad Order[id=17, to=Ann Lee]', 'bad Order[id=<value>, to=<value>]'],
    ['bad Order { Id = 17, To = Ann Lee }', 'bad Order { Id=<value>, To=<value> }'],
    ['bad map[a:1 b:2]', 'bad map<json>'],
    ['bad #<Order id: 17, to: nil>', 'bad #<Order>'],
    ['lost user=Ann Lee, id=7', 'lost user=Ann, id=7'],
    ["user 'Pat O'Neil' is gone", 'user <quoted> is gone'],
    ['due 23-Nov-2026 10:11:12', 'due <date>'],
    ['lost DESKTOP-7FJ2K1A', 'lost <host>'],
    ["Cannot destructure 'item' as it is null.", 'item is null'],
  ])('is read for ever so: %s', (text, read) => {
    expect(rewriteText(text, 'browser')).toBe(read);
  });

  it.each(['', 'disk full', '{', '(a=', '[a=b', '{ a: ', '#<', "'", '='.repeat(9000)])(
    'is what it is, or has an end: %j',
    (text) => {
      expect(rewriteText(text, 'browser').length).toBeLessThanOrEqual(text.length + 20);
    },
  );
});
