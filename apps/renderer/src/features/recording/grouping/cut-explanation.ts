import { cutToPageBytes } from '#events';
import type { DescribedFrame, GroupingDescription, GroupingPart } from '#events';
import type { ExplainedStack, FrameRun, GroupingExplanation, NamedTexts } from './grouping.dto.ts';
import { PART_NAMES, WHY_NOT } from './grouping-words.ts';

const PARTS_SHOWN = 20;
const CALLS_SHOWN = 50;
/** Bytes of one text on the page, enough for 200 ASCII characters. */
const TEXT_BYTES = 400;
/**
 * Calls named in a run of frames that do not count for grouping. The stack trace on the page names
 * all calls.
 */
const CALLS_NAMED = 5;

/**
 * Cuts the explanation to a fixed number of parts and calls. The exception that surfaced comes before its
 * causes, and newer frames before older ones.
 */
export function cutExplanation(description: GroupingDescription): GroupingExplanation {
  const parts = description.parts.flatMap(toNamed);
  const shown = parts.slice(0, PARTS_SHOWN);
  const { stacks, omitted } = cutStacks(description.stacks.map(toStack).toReversed());
  const all = parts.length - shown.length + omitted;
  return { parts: joinParts(shown), stacks, omitted: all > 0 ? all : undefined };
}

type Named = readonly [name: string, text: string];

function toNamed({ of, text, sent }: GroupingPart): readonly Named[] {
  if (text === '') return [];
  const said = sent === undefined ? text : `${text} (the SDK sent ${sent})`;
  return [[PART_NAMES[of], cutToPageBytes(said, TEXT_BYTES)]];
}

function joinParts(parts: readonly Named[]): NamedTexts[] {
  const joined: [string, string[]][] = [];
  for (const [name, text] of parts) {
    const last = joined.at(-1);
    if (last?.[0] === name) last[1].push(text);
    else joined.push([name, [text]]);
  }
  return joined;
}

function toStack({ type, frames }: GroupingDescription['stacks'][number]): ExplainedStack {
  const runs: { why: DescribedFrame['why']; calls: string[] }[] = [];
  for (const { call, why } of frames.toReversed()) {
    const last = runs.at(-1);
    const name = call === '' ? 'a call without a name' : call;
    if (last && last.why === why) last.calls.push(name);
    else runs.push({ why, calls: [name] });
  }
  return {
    type: cutToPageBytes(type, TEXT_BYTES),
    runs: runs.map(({ why, calls }) =>
      why === undefined ? { calls } : { why: WHY_NOT[why], ...cutRun(calls, CALLS_NAMED) },
    ),
  };
}

/** Names one more call instead of saying "1 more", which would not be shorter. */
function cutRun(calls: readonly string[], most: number): Pick<FrameRun, 'calls' | 'more'> {
  if (calls.length <= most + 1) return { calls };
  return { calls: calls.slice(0, most), more: calls.length - most };
}

function cutStacks(stacks: readonly ExplainedStack[]): {
  readonly stacks: readonly ExplainedStack[];
  readonly omitted: number;
} {
  let room = CALLS_SHOWN;
  let omitted = 0;
  const cut = stacks.map(({ type, runs }) => {
    const kept: FrameRun[] = [];
    for (const run of runs) {
      const calls = run.calls.slice(0, room).map((call) => cutToPageBytes(call, TEXT_BYTES));
      room -= calls.length;
      if (calls.length > 0) kept.push({ ...run, calls });
      omitted += run.calls.length - calls.length + (calls.length === 0 ? (run.more ?? 0) : 0);
    }
    return { type, runs: kept };
  });
  return { stacks: cut.filter(({ runs }) => runs.length > 0), omitted };
}
