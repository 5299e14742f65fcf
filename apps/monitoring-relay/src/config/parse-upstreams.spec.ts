import { describe, expect, it } from '@jest/globals';
import { parseUpstreams } from './parse-upstreams.ts';

const web = { origin: 'https://one.example/base', publicKey: 'abc', projectId: 5 };
const api = { origin: 'http://two.example:9000', publicKey: 'def', projectId: 12 };

describe('parseUpstreams', () => {
  it('reads one DSN as that of all projects', () => {
    expect(parseUpstreams('https://abc@one.example/base/5')).toEqual({
      bySlug: new Map(),
      others: web,
    });
  });

  it('reads a list by slug, with or without one for the others', () => {
    const list = 'web=https://abc@one.example/base/5, api=http://def@two.example:9000/12';
    const bySlug = new Map([
      ['web', web],
      ['api', api],
    ]);
    expect(parseUpstreams(list)).toEqual({ bySlug });
    const others = parseUpstreams(`${list},https://abc@one.example/base/5`);
    expect(others).toEqual({ bySlug, others: web });
  });

  it.each([
    ['', 'nothing'],
    ['web=', 'a slug alone'],
    ['https://one.example/5', 'no key'],
    ['https://abc@one.example/web', 'no numeric project'],
    ['Web=https://abc@one.example/5', 'no slug'],
    ['https://abc@one.example/5,https://abc@one.example/6', 'two for the others'],
    ['web=https://abc@one.example/5,web=https://abc@one.example/6', 'two of one project'],
    ['https://abc@one.example/5,', 'an empty entry'],
  ])('refuses %j: %s', (text) => {
    expect(parseUpstreams(text)).toBeUndefined();
  });
});
