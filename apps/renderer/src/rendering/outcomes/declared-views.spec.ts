import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { noteUsedView, listUsedViews } from '../pages/declared-views.ts';

describe('listUsedViews', () => {
  it('lists each view once, in order', () => {
    for (const name of ['people/list.page', 'people/card.page', 'people/list.page']) {
      noteUsedView(name);
    }
    expect(listUsedViews()).toEqual(['people/card.page', 'people/list.page']);
  });

  it('lists the views of the platform itself', async () => {
    await import('./outcome-segments.ts');
    expect(listUsedViews()).toEqual(
      expect.arrayContaining([
        'rendering/error.page',
        'rendering/not-found.page',
        'rendering/refused.page',
      ]),
    );
  });
});
