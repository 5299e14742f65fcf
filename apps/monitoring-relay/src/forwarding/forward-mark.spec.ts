import { describe, expect, it } from '@jest/globals';
import { parseUpstreams } from '../config/parse-upstreams.ts';
import { ForwardMark } from './forward-mark.ts';

const ELSEWHERE = 'https://k@elsewhere.example/1';
const CENTRE = 'https://k@errata.example/1';

const mark = (secret: string, upstreams: string): ForwardMark =>
  new ForwardMark(secret, parseUpstreams(upstreams)!);
const sentBy = ({ via }: ForwardMark) => ({ headers: { via: `1.1 proxy, ${via}` } });

describe('the mark of what is forwarded', () => {
  it('is known by relays with the same secret and upstreams, in whatever order', () => {
    const here = mark('s', `web=${CENTRE},api=${ELSEWHERE}`);
    expect(here.isOn(sentBy(mark('s', `api=${ELSEWHERE},web=${CENTRE}`)))).toBe(true);
    expect(here.isOn({ headers: {} })).toBe(false);
    expect(here.isOn(sentBy(mark('t', `web=${CENTRE},api=${ELSEWHERE}`)))).toBe(false);
  });

  it('is not that of a relay that forwards to this one with the same secret', () => {
    const edge = mark('s', CENTRE);
    expect(mark('s', ELSEWHERE).isOn(sentBy(edge))).toBe(false);
    expect(new ForwardMark('s', { bySlug: new Map() }).isOn(sentBy(edge))).toBe(false);
  });
});
