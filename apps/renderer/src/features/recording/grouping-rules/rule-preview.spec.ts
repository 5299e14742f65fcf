import { expect, it, jest } from '@jest/globals';
import { ruleLimits } from '#shared';
import { RulePreview } from './rule-preview.ts';

it('RulePreview tries no further event after its time, and counts those that it tried', async () => {
  let nowMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  async function* readLatest() {
    for (;;) {
      nowMs += ruleLimits.previewMs / 2;
      const payload = { json: '{"meta":{"source":"event"},"event":{}}' };
      yield [{ eventId: 'a', issue: { id: 1, number: 1 }, payload }];
    }
  }
  const rulePreviews = { readLatest, findIssues: async () => new Map() };
  const preview = new RulePreview({ stores: { rulePreviews } } as never);
  const tried = await preview.preview({ id: 1, slug: 'web' }, { lines: [], rules: [] });
  expect(tried).toMatchObject({ events: 2, kinds: [] });
  jest.restoreAllMocks();
});
