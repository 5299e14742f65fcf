import { expect, jest, test } from '@jest/globals';
import { takenOut, tryWithout } from '../prove/taking-out/taking-out.mjs';

jest.setTimeout(600_000);

/**
 * Cannot see whether one of the five needs another. `npm run prove -- taking-out` takes each out
 * alone.
 */
test(`Errata compiles and starts without ${takenOut.join(', ')}`, async () => {
  expect(await tryWithout(takenOut)).toBeUndefined();
});
