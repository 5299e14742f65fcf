import { expect, jest, test } from '@jest/globals';
import { takenOut, tryWithout } from '../prove/taking-out/taking-out.mjs';

jest.setTimeout(600_000);

test.each(takenOut)('the rest compiles without %s', async (capability) => {
  // It is the one with all parts: a table, a step of recording, a job, pages.
  const isStarted = capability === 'alerting/crons';
  expect(await tryWithout(capability, { isStarted })).toBeUndefined();
});
