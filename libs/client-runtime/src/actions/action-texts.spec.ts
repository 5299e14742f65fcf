import { afterEach, describe, expect, it } from '@jest/globals';
import { runtimeTexts } from '../runtime-texts.ts';
import { texts } from './action-texts.ts';

describe('the texts about actions', () => {
  const english = { ...runtimeTexts };

  afterEach(() => void Object.assign(runtimeTexts, english));

  it('are those of the product, also when it gave them before this code had loaded', async () => {
    Object.assign(runtimeTexts, { unreadable: 'Nicht lesbar.' });
    // The query makes this another module, which loads now.
    const path: string = './action-texts.ts?later';
    const later = (await import(path)) as typeof import('./action-texts.ts');
    expect([texts.unreadable, later.texts.unreadable]).toEqual(['Nicht lesbar.', 'Nicht lesbar.']);
  });

  it('are English when the product gives none', () => {
    expect(texts.unreadable).toBe('A file cannot be read. Choose it again.');
  });
});
