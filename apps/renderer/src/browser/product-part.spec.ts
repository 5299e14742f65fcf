import { describe, expect, it } from '@jest/globals';
import type { EarlyErrors } from './early-errors.ts';
import { startProductParts } from './product-part.ts';
import type { ProductPart } from './product-part.ts';

function noting(): { errors: EarlyErrors; released: () => number } {
  let count = 0;
  const errors: EarlyErrors = {
    report: () => undefined,
    handTo: () => undefined,
    release: () => (count += 1),
  };
  return { errors, released: () => count };
}

const router = Promise.resolve(undefined);

describe('startProductParts', () => {
  it('starts each part with the data of the product, and leaves the early errors to the parts', async () => {
    const { errors, released } = noting();
    const started: unknown[] = [];
    const part: ProductPart = { start: (...given) => void started.push(given) };
    await startProductParts([async () => part, async () => part], { dsn: 'x' }, errors, router);
    expect(started).toEqual([
      [{ dsn: 'x' }, errors, router],
      [{ dsn: 'x' }, errors, router],
    ]);
    expect(released()).toBe(0);
  });

  it('releases the early errors where the product has no part', async () => {
    const { errors, released } = noting();
    await startProductParts([], {}, errors, router);
    expect(released()).toBe(1);
  });

  it('loads no part and releases the early errors on a page without data to start with', async () => {
    const { errors, released } = noting();
    let loads = 0;
    const load = async (): Promise<ProductPart> => {
      loads += 1;
      return { start: () => undefined };
    };
    await startProductParts([load], undefined, errors, router);
    expect([loads, released()]).toEqual([0, 1]);
  });

  it('releases the early errors where a part cannot be loaded', async () => {
    const { errors, released } = noting();
    await startProductParts([() => Promise.reject(new Error('gone'))], {}, errors, router);
    expect(released()).toBe(1);
  });
});
