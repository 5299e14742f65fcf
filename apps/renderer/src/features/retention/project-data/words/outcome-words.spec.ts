import { expect, it } from '@jest/globals';
import { describeLoss } from './loss-words.ts';
import { describeEnding } from './outcome-words.ts';

const KEPT = { log_item: { title: 'Logs' }, span: { title: 'Spans' } };

it.each([
  ['counted', 'storm', 'error', 'Counted only: hourly limit of the issue reached'],
  ['filtered', 'kind', 'replay', 'Dropped: replays are not kept'],
  ['filtered', 'kind', 'log_item', 'Dropped: the key does not take logs'],
  ['filtered', 'kind', 'span', 'Dropped: the key does not take spans'],
  ['filtered', 'form', 'error', 'Dropped: a minidump is not read'],
  ['filtered', 'form', 'log_item', 'Dropped: OpenTelemetry data is not read'],
  ['filtered', 'form', 'span', 'Dropped: OpenTelemetry data is not read'],
  ['filtered', 'no_spans', 'span', 'Filtered: by the project: it takes no spans'],
  ['filtered', 'noise', 'error', 'Filtered: by the project: noise of browsers'],
] as const)('describeEnding words %s by %s of kind %s', (outcome, reason, kind, words) => {
  const { title, detail } = describeEnding({ outcome, reason, kind } as never, KEPT);
  expect(`${title}: ${detail}`).toBe(words);
});

it('describeLoss names what dropped an item before it was sent', () => {
  expect(describeLoss('event_processor')).toEqual({
    title: 'Dropped by the SDK',
    detail: 'event processor',
    isBad: false,
  });
});
