import { describe, expect, it } from '@jest/globals';
import { parseUpstreams } from '../../config/parse-upstreams.ts';
import { Upstreams } from './upstreams.ts';

const WEB = 'https://k@web.example/1';
const OTHERS = 'https://k@others.example/2';
const slugs = ['', 'web', 'api'];

const open = (text: string): Upstreams =>
  new Upstreams(parseUpstreams(text)!, { findSlug: (id) => slugs[id] });

describe('the upstream of a project', () => {
  it('is the upstream of its slug, or else the common upstream', () => {
    const upstreams = open(`web=${WEB},${OTHERS}`);
    expect(upstreams.findOf(1)!.name).toBe('web.example/1');
    expect(upstreams.findOf(2)!.name).toBe('others.example/2');
    expect(open(`web=${WEB}`).findOf(2)).toBeUndefined();
  });

  it('is none while its slug is unknown, since it may have an upstream of its own', () => {
    const upstreams = open(`web=${WEB},${OTHERS}`);
    expect(upstreams.findOf(0)).toBeUndefined();
    expect(upstreams.findOf(3)).toBeUndefined();
    expect(upstreams.nameOf(3)).toBe('no upstream');
  });

  it('is the common one where only that is set, even for an unknown project', () => {
    expect(open(OTHERS).findOf(3)!.name).toBe('others.example/2');
  });
});

it('upstreams of unknown projects are listed by slug', () => {
  const upstreams = open(`web=${WEB},wbe=${WEB},${OTHERS}`);
  const unknown = [{ slug: 'wbe', name: 'web.example/1' }];
  expect(upstreams.listUnknown((slug) => slugs.includes(slug))).toEqual(unknown);
});
