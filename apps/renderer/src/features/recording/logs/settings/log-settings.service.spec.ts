import { expect, it } from '@jest/globals';
import { describeRoom } from './log-settings.service.ts';

it('describeRoom says what the logs of a project take and may take, and how to keep more', () => {
  const room = { budgetBytes: 2_000_000_000, bytes: 812_000_000, dayBytes: 180_000_000 };
  expect(describeRoom(room).join(' ')).toMatch(
    /812 MB of the 1\.0 GB .* today 180 MB of 200 MB\. .* raise STORAGE_BUDGET_BYTES\.$/,
  );
  expect(describeRoom({ ...room, budgetBytes: 0 })).toEqual([
    'The project’s logs take about 812 MB. There is no storage budget.',
  ]);
});
