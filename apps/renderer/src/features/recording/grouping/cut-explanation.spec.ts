import { expect, it } from '@jest/globals';
import type { DescribedFrame, GroupingDescription } from '#events';
import { cutExplanation } from './cut-explanation.ts';

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

/**
 * One letter for each frame, outermost call first. `x` stands for a frame that does not count for
 * grouping.
 */
function describeFrames(counts: string, call = (index: number) => `call ${index}`) {
  return counts.split('').map((each, index): DescribedFrame => {
    const said = { call: call(index), counts: each !== 'x' };
    return each === 'x' ? { ...said, why: 'library' } : said;
  });
}

function explain(description: Partial<GroupingDescription>) {
  const whole: GroupingDescription = { kind: 'stack', parts: [], stacks: [], ...description };
  return cutExplanation(whole);
}

it('cutExplanation puts the surfaced stack and the newest calls first, and shortens long runs', () => {
  const { stacks, omitted } = explain({
    stacks: [
      { type: 'Cause', frames: describeFrames('x') },
      { type: 'Surfaced', frames: describeFrames(`${'x'.repeat(8)}..`) },
    ],
  });
  expect(omitted).toBeUndefined();
  expect(stacks).toEqual([
    {
      type: 'Surfaced',
      runs: [
        { calls: ['call 9', 'call 8'] },
        { why: 'of a library', calls: times(5, (index) => `call ${7 - index}`), more: 3 },
      ],
    },
    { type: 'Cause', runs: [{ why: 'of a library', calls: ['call 0'] }] },
  ]);
});

it('cutExplanation joins neighbouring parts of the same name', () => {
  const { parts } = explain({
    parts: [
      { of: 'type', text: 'A' },
      { of: 'call', text: 'b' },
      { of: 'call', text: 'c' },
      { of: 'logger', text: '' },
      { of: 'fingerprint', text: 'gold', sent: '{{ tags.plan }}' },
    ],
  });
  expect(parts).toEqual([
    ['Type', ['A']],
    ['Call', ['b', 'c']],
    ['Fingerprint', ['gold (the SDK sent {{ tags.plan }})']],
  ]);
});

it('cutExplanation shows some parts and calls, and counts all others', () => {
  const frames = describeFrames('.x'.repeat(125), () => 'x'.repeat(400));
  const stacks = times(3, () => ({ type: 'A', frames }));
  const parts = times(300, () => ({ of: 'call' as const, text: 'x'.repeat(400) }));
  const explanation = explain({ parts, stacks });
  const calls = explanation.stacks.flatMap(({ runs }) => runs.flatMap((run) => run.calls));
  expect([calls.length, explanation.parts[0]![1].length]).toEqual([50, 20]);
  expect(explanation.omitted).toBe(750 - 50 + 300 - 20);
  expect(Math.max(...calls.map((call) => call.length))).toBe(201);
});
