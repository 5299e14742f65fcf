import { describe, expect, it } from '@jest/globals';
import { parseUpstreams } from './parse-upstreams.ts';

const web = { origin: 'https://one.example/base', publicKey: 'abc', projectId: 5 };
const api = { origin: 'http://two.example:9000', publicKey: 'def', projectId: 12 };

describe('parseUpstreams', () => {
  it('reads a single DSN as the upstream of all projects', () => {
    const parsed = { bySlug: new Map(), others: web };
    expect(parseUpstreams('https://abc@one.example/base/5')).toEqual(parsed);
  });

  it('reads a list of upstreams by slug, with or without one for the other projects', () => {
    const list = 'web=https://abc@one.example/base/5, api=http://def@two.example:9000/12';
    const bySlug = new Map(Object.entries({ web, api }));
    expect(parseUpstreams(list)).toEqual({ bySlug });
    const others = parseUpstreams(`${list},https://abc@one.example/base/5`);
    expect(others).toEqual({ bySlug, others: web });
  });

  it.each([
    ['', 'no entry'],
    ['web=', 'a slug alone'],
    ['https://one.example/5', 'no key'],
    ['https://abc@one.example/web', 'no numeric project'],
    ['Web=https://abc@one.example/5', 'an invalid slug'],
    ['https://abc@one.example/5,https://abc@one.example/6', 'two upstreams for the other projects'],
    ['web=https://a@one.example/5,web=https://a@one.example/6', 'two upstreams for one project'],
    ['https://abc@one.example/5,', 'an empty entry'],
  ])('refuses %j, which has %s', (text) => {
    expect(parseUpstreams(text)).toBeUndefined();
  });
});
