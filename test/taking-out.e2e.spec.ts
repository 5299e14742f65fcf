import { expect, jest, test } from '@jest/globals';
import { takenOut, tryWithout } from '../prove/taking-out/taking-out.mjs';

jest.setTimeout(600_000);

/** `npm run prove -- taking-out` takes each of them out alone. */
test(`the rest compiles and starts without ${takenOut.join(', ')}`, async () => {
  expect(await tryWithout(takenOut)).toBeUndefined();
});
