import { expect, jest, test } from '@jest/globals';
import { takenOut, tryWithout } from '../prove/taking-out/taking-out.mjs';

jest.setTimeout(600_000);

test.each(takenOut)('the rest compiles without %s', async (capability) => {
  // This capability has every kind of part: a table, a recording step, a job, pages.
  const isStarted = capability === 'alerting/crons';
  expect(await tryWithout(capability, { isStarted })).toBeUndefined();
});
