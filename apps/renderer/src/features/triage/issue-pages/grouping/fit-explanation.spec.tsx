import { expect, it } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import type { DescribedFrame, GroupingDescription } from '#events';
import { NowProvider } from '../../../../ui/time/now.tsx';
import { LookAlikes } from '../views/event/look-alikes.tsx';
import { WhyGrouped } from '../views/event/why-grouped.tsx';
import { fitExplanation } from './fit-explanation.ts';
import { costOfGrouping } from './grouping-cost.ts';
import type { LookAlike } from './grouping.dto.ts';

const escaped = (length: number): string => '<"&\''.repeat(length / 4);
const times = <Item,>(count: number, make: (index: number) => Item): Item[] =>
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

function explainFitted(description: Partial<GroupingDescription>) {
  const whole: GroupingDescription = { kind: 'stack', parts: [], stacks: [], ...description };
  return fitExplanation(whole);
}

it('fitExplanation puts the surfaced stack and the newest calls first, and shortens long runs', () => {
  const { stacks, omitted } = explainFitted({
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

it('fitExplanation joins neighbouring parts of the same name', () => {
  const { parts } = explainFitted({
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

const lookAlikes: readonly LookAlike[] = times(5, (id) => ({
  id,
  shortId: `WEB-${id}`,
  type: escaped(60),
  value: escaped(60),
  place: escaped(60),
  level: 'error',
  status: 'resolved',
  events: 1_234_567,
  lastSeenMs: 0,
  alike: 'began with the same type, message and place',
}));

it.each([
  [
    'long names',
    times(3, () => ({
      type: escaped(256),
      frames: describeFrames('.'.repeat(250), () => escaped(400)),
    })),
  ],
  ['runs of one', times(3, () => ({ type: 'A', frames: describeFrames('.x'.repeat(125)) }))],
  ['one run', [{ type: 'A', frames: describeFrames('.'.repeat(250)) }]],
])(
  'the explanation of a grouping is bounded, costs its bytes, and counts omissions: %s',
  (_, stacks) => {
    const parts = times(300, () => ({ of: 'call' as const, text: escaped(400) }));
    const explanation = explainFitted({ parts, stacks });
    const runs = explanation.stacks.flatMap((stack) => stack.runs);
    const told = runs.reduce((sum, { calls, more = 0 }) => sum + calls.length + more, 0);
    const partsTold = explanation.parts.reduce((sum, [, texts]) => sum + texts.length, 0);
    const sent = stacks.reduce((sum, { frames }) => sum + frames.length, 0);
    expect(told + partsTold + explanation.omitted!).toBe(sent + parts.length);

    const grouping = { summary: escaped(100), notes: [escaped(200)], explanation };
    const cost = costOfGrouping(grouping, lookAlikes);
    const html = renderToStaticMarkup(
      <NowProvider nowMs={0}>
        <WhyGrouped grouping={grouping} />
        <LookAlikes lookAlikes={lookAlikes} />
      </NowProvider>,
    );
    const payload = JSON.stringify({ grouping, lookAlikes }).replaceAll('<', String.raw`\u003c`);
    const bytes = Buffer.byteLength(html) + Buffer.byteLength(payload);
    expect(bytes).toBeLessThanOrEqual(cost);
    expect(cost).toBeLessThan(50_000);
  },
);
