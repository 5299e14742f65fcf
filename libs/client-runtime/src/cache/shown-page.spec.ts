import { describe, expect, it } from '@jest/globals';
import { toAnswer, toSegment } from '../testing/answers.ts';
import { toShownPage } from './shown-page.ts';

describe('toShownPage', () => {
  it('gives each view its data, and a promise for each deferred datum', async () => {
    const { data, deferred } = toAnswer('/a', [
      toSegment('frame'),
      toSegment('a', { data: { x: 1 }, deferred: ['late'] }),
    ]);
    const { segments } = toShownPage(data, deferred);
    deferred.settle({ segment: 1, name: 'late', data: 'there' });
    expect(segments.map(({ props }) => Object.keys(props))).toEqual([['of'], ['x', 'late']]);
    await expect(segments[1]!.props['late']).resolves.toBe('there');
  });
});
