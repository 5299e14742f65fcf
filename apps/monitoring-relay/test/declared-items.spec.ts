import { describe, expect, it } from '@jest/globals';
import { createStores, openDatabase } from '#product';
import { declaredItems } from '../src/product-items.ts';
import { types } from './support/item-types.ts';

const MB = 1_048_576;

describe('The items that capabilities declare', () => {
  it('have words in the console, as errors have, and no other kind has', () => {
    const { outcomes } = createStores(openDatabase({ dataDir: import.meta.dirname }));
    const declared = declaredItems.flatMap((each) => Object.values(each).map(({ kind }) => kind));
    expect(new Set(Object.keys(outcomes.keptKinds))).toEqual(new Set(['error', ...declared]));
  });

  it.each([
    ['session', MB],
    ['sessions', MB],
    ['check_in', MB],
    ['feedback', MB],
    ['user_report', MB],
    ['client_report', MB],
    ['log', 8 * MB],
    ['span', 8 * MB],
    ['transaction', 8 * MB],
  ])('limit the type %s to %d bytes', (type, most) => {
    expect(types.findMaxBytes(type)).toBe(most);
  });
});
