import { describe, expect, it } from '@jest/globals';
import { parseUpstreams } from '../../config/parse-upstreams.ts';
import { Hops } from './hops.ts';

const ELSEWHERE = 'https://k@elsewhere.example/1';
const CENTRE = 'https://k@errata.example/1';

const hopsOf = (secret: string, upstreams: string): Hops =>
  new Hops(secret, parseUpstreams(upstreams)!);
const sentBy = (hops: Hops, before?: string) => ({ 'cdn-loop': hops.write(before) });

describe('hops of what is forwarded', () => {
  it('are known again by relays with the same secret and upstreams, in whatever order', () => {
    const here = hopsOf('s', `web=${CENTRE},api=${ELSEWHERE}`);
    const replica = hopsOf('s', `api=${ELSEWHERE},web=${CENTRE}`);
    expect(here.read(sentBy(replica))).toEqual({ loop: 'returned' });
    expect(here.read(sentBy(hopsOf('t', `web=${CENTRE},api=${ELSEWHERE}`))).loop).toBeUndefined();
    expect(here.read({})).toEqual({});
  });

  it('are not those of a relay that forwards to this one with the same secret', () => {
    const edge = hopsOf('s', CENTRE);
    expect(hopsOf('s', ELSEWHERE).read(sentBy(edge)).loop).toBeUndefined();
    expect(new Hops('s', { bySlug: new Map() }).read(sentBy(edge)).loop).toBeUndefined();
  });

  it('are found wherever they stand, with what others say of theirs', () => {
    const here = hopsOf('s', CENTRE);
    const others = 'cloudflare; loops=1; by="a, \\"b\\"",proxy.example:8080 , [::1]:80';
    const header = here.write(others);
    const listed = 'cloudflare; loops=1; by="a, \\"b\\"", proxy.example:8080, [::1]:80';
    expect(header).toBe(`${listed}, ${here.write(undefined)}`);
    expect(hopsOf('s', ELSEWHERE).read({ 'cdn-loop': header }).hops).toBe(header);
    expect(here.read({ 'cdn-loop': `${header}, last` })).toEqual({ loop: 'returned' });
    expect(here.read({ 'cdn-loop': `other; by="${here.write(undefined)}"` }).loop).toBeUndefined();
  });

  it('are at most ten, and a thousand characters', () => {
    const here = hopsOf('s', CENTRE);
    const list = (count: number) => Array.from({ length: count }, (_, i) => `hop${i}`).join(', ');
    expect(here.read({ 'cdn-loop': list(10) })).toEqual({ hops: list(10) });
    expect(here.read({ 'cdn-loop': list(11) })).toEqual({ loop: 'too_many_hops' });
    expect(here.read({ 'cdn-loop': 'a'.repeat(1000) }).loop).toBeUndefined();
    expect(here.read({ 'cdn-loop': 'a'.repeat(1001) })).toEqual({ loop: 'too_many_hops' });
  });

  it.each(['', ' , ,', ';;=', '\u0001é'])('are none in %j', (header) => {
    expect(hopsOf('s', CENTRE).read({ 'cdn-loop': header })).toEqual({});
  });

  it('make a header whatever the disk has made of them', () => {
    const here = hopsOf('s', CENTRE);
    expect(here.write('a\u0000\n\u4e00, b')).toBe(`a, b, ${here.write(undefined)}`);
  });
});
