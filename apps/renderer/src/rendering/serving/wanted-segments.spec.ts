import { describe, expect, it } from '@jest/globals';
import type { PageRequest } from '../request/page-request.ts';
import { toWanted } from './wanted-segments.ts';

const CHAIN = [{ key: 'outer' }, { key: 'inner' }, { key: '/page' }];

function wanted(request: Partial<PageRequest>, ...held: string[]): string[] {
  const asked: PageRequest = {
    url: '/page',
    format: 'data',
    whole: false,
    routerState: { held: new Set(held) },
    ...request,
  };
  const { segments, wanted: keys } = toWanted(CHAIN, asked);
  return segments.map(({ key }) => (keys.has(key) ? `${key} with data` : key));
}

describe('toWanted', () => {
  it('wants everything for a client that holds nothing', () => {
    expect(wanted({})).toEqual(['outer with data', 'inner with data', '/page with data']);
  });

  it('wants the data of each segment that is not held, wherever it stands', () => {
    expect(wanted({}, 'inner')).toEqual(['outer with data', 'inner', '/page with data']);
    expect(wanted({}, 'outer', 'inner', '/page')).toEqual(['outer', 'inner', '/page']);
  });

  it('ignores held keys that are not in the chain', () => {
    expect(wanted({}, '/other', 'outer2')).toEqual(wanted({}));
  });

  it('wants the shape and the data of layouts for a prefetch of the route', () => {
    expect(wanted({ prefetch: 'route' })).toEqual(['outer with data', 'inner with data', '/page']);
    expect(wanted({ prefetch: 'route' }, 'outer')).toEqual(['outer', 'inner with data', '/page']);
  });

  it('wants as much for a prefetch of the page as for the page', () => {
    expect(wanted({ prefetch: 'page' }, 'outer')).toEqual(wanted({}, 'outer'));
  });

  it.each(['outer', 'inner', '/page'])(
    'wants the single requested segment alone: %s',
    (segment) => {
      expect(wanted({ segment })).toEqual([`${segment} with data`]);
    },
  );

  it('wants the data of the requested segment, held or not, prefetched or not', () => {
    expect(wanted({ segment: '/page', prefetch: 'route' }, '/page')).toEqual(['/page with data']);
  });

  it.each(['', '/other', 'OUTER'])(
    'ignores a requested segment that the chain does not have: %j',
    (segment) => {
      expect(wanted({ segment }, 'outer')).toEqual(wanted({}, 'outer'));
    },
  );
});
