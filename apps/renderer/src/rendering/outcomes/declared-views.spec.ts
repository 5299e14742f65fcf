import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { declareView, listDeclaredViews } from '../pages/declared-views.ts';

describe('listDeclaredViews', () => {
  it('has each view once, in order', () => {
    for (const name of ['people/list.page', 'people/card.page', 'people/list.page']) {
      declareView(name);
    }
    expect(listDeclaredViews()).toEqual(['people/card.page', 'people/list.page']);
  });

  it('has the views of the platform itself', async () => {
    await import('./outcome-segments.ts');
    expect(listDeclaredViews()).toEqual(
      expect.arrayContaining([
        'rendering/error.page',
        'rendering/not-found.page',
        'rendering/refused.page',
      ]),
    );
  });
});
