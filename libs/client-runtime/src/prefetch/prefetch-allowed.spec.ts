import { describe, expect, it } from '@jest/globals';
import { isPrefetchAllowed } from './prefetch-allowed.ts';

const isAllowed = (connection?: object, onLine = true): boolean =>
  isPrefetchAllowed({ navigator: { onLine, connection } as unknown as Navigator });

describe('isPrefetchAllowed', () => {
  it('is true where the browser says nothing of its connection', () => {
    expect(isAllowed()).toBe(true);
    expect(isAllowed({})).toBe(true);
  });

  it.each(['3g', '4g'])('is true on %s', (effectiveType) => {
    expect(isAllowed({ effectiveType, saveData: false })).toBe(true);
  });

  it.each(['2g', 'slow-2g'])('is false on %s', (effectiveType) => {
    expect(isAllowed({ effectiveType })).toBe(false);
  });

  it('is false with Save-Data', () => {
    expect(isAllowed({ effectiveType: '4g', saveData: true })).toBe(false);
  });

  it('is false offline', () => {
    expect(isAllowed(undefined, false)).toBe(false);
  });
});
