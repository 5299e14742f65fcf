import { describe, expect, it } from '@jest/globals';
import { EventItem, parseEvent } from './event-item.ts';

function checkEnds(text: string): string | undefined {
  const item = new EventItem('Item 1', 0);
  for (const byte of Buffer.from(text)) item.add(Buffer.of(byte));
  return item.checkEnds()?.code;
}

describe('an event', () => {
  it.each([
    ['an object', '{"a":1}'],
    ['an object between blanks', ' \n{"a":1}\r\n\t'],
  ])('is taken when it is %s', (_, text) => {
    expect(checkEnds(text)).toBeUndefined();
    expect(parseEvent(Buffer.from(text), 'Item 1')).toEqual({ ok: true, event: { a: 1 } });
  });

  it.each([
    ['a list', '[{}]'],
    ['a text', '"{}"'],
    ['null', 'null'],
    ['nothing', ''],
    ['blanks', ' \n'],
    ['cut off', '{"a":"b'],
  ])('is malformed when it is %s, by its ends and when it is parsed', (_, text) => {
    expect(checkEnds(text)).toBe('envelope.malformed');
    expect(parseEvent(Buffer.from(text), 'Item 1')).toMatchObject({ code: 'envelope.malformed' });
  });

  it('is malformed when it is no JSON between its braces', () => {
    const parsed = parseEvent(Buffer.from('{"a":nope}'), 'Item 1');
    expect(parsed).toMatchObject({ detail: expect.stringMatching(/^Item 1 is not JSON: /) });
  });

  it('is too large beyond the bytes that its key accepts', () => {
    const item = new EventItem('Item 1', 0);
    item.add(Buffer.alloc(10));
    expect(item.checkBytes(10)).toBeUndefined();
    item.add(Buffer.alloc(1));
    expect(item.checkBytes(10)?.code).toBe('report.too_large');
  });
});
