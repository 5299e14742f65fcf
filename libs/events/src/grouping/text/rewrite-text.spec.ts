import { describe, expect, it } from '@jest/globals';
import { rewriteText } from './rewrite-text.ts';

describe('rewriteText', () => {
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
  ])('rewrites its known parts: %s', (text, read) => {
    expect(rewriteText(text, 'browser')).toBe(read);
  });

  it.each(['', 'disk full', '{', '(a=', '[a=b', '{ a: ', '#<', "'", '='.repeat(9000)])(
    'adds little to a text that is short or has no end: %j',
    (text) => {
      expect(rewriteText(text, 'browser').length).toBeLessThanOrEqual(text.length + 20);
    },
  );
});
