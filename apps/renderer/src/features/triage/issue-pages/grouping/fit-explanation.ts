import type { DescribedFrame, GroupingDescription, GroupingPart } from '#events';
import { takeFirst } from '../page-bounds/bounded-list.ts';
import { costOfText, fitText } from '../page-bounds/document-cost.ts';
import type { ExplainedStack, FrameRun, GroupingExplanation, NamedTexts } from './grouping.dto.ts';
import { PART_NAMES, WHY_NOT } from './grouping-words.ts';

const PARTS_BYTES = 8000;
const FRAMES_BYTES = 16_000;
/** Byte limit of one text, enough for 300 ASCII characters. */
const TEXT_BYTES = 600;
const LINE_BYTES = 150;
const RUN_BYTES = 350;
/**
 * Calls named in a run of frames that do not count for grouping. The stack trace on the page names
 * all calls.
 */
const CALLS_NAMED = 5;

/**
 * Cuts the explanation so that it fits on the page. The exception that surfaced comes before its
 * causes, and newer frames before older ones.
 */
export function fitExplanation(description: GroupingDescription): GroupingExplanation {
  const parts = takeFirst(description.parts.flatMap(toNamed), costOfNamed, PARTS_BYTES);
  const { stacks, omitted } = fitStacks(description.stacks.map(toStack).toReversed());
  const all = parts.omitted + omitted;
  return { parts: joinParts(parts.taken), stacks, ...(all > 0 && { omitted: all }) };
}

type Named = readonly [name: string, text: string];

function toNamed({ of, text, sent }: GroupingPart): readonly Named[] {
  if (text === '') return [];
  const said = sent === undefined ? text : `${text} (the SDK sent ${sent})`;
  return [[PART_NAMES[of], fitText(said, TEXT_BYTES)]];
}

function costOfNamed([, text]: Named): number {
  return LINE_BYTES + costOfText(text);
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
    type: fitText(type, TEXT_BYTES),
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

function fitStacks(stacks: readonly ExplainedStack[]): {
  readonly stacks: readonly ExplainedStack[];
  readonly omitted: number;
} {
  let room = FRAMES_BYTES;
  let omitted = 0;
  const fitted = stacks.map(({ type, runs }) => {
    const kept: FrameRun[] = [];
    room -= RUN_BYTES + costOfText(type);
    for (const run of runs) {
      room -= RUN_BYTES;
      const { taken } = takeFirst(
        run.calls.map((call) => fitText(call, TEXT_BYTES)),
        costOfLine,
        room,
      );
      room -= taken.reduce((bytes, call) => bytes + costOfLine(call), 0);
      // Ends the explanation at the first run that is cut, even when later runs would fit.
      if (taken.length < run.calls.length) room = 0;
      if (taken.length > 0) kept.push({ ...run, calls: taken });
      omitted += run.calls.length - taken.length + (taken.length === 0 ? (run.more ?? 0) : 0);
    }
    return { type, runs: kept };
  });
  return { stacks: fitted.filter(({ runs }) => runs.length > 0), omitted };
}

function costOfLine(text: string): number {
  return LINE_BYTES + costOfText(text);
}
