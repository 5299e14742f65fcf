import type { DescribedFrame, GroupingDescription, GroupingPart } from '#events';
import { takeFirst } from '../page-bounds/bounded-list.ts';
import { costOfText, fitText } from '../page-bounds/document-cost.ts';
import type { ExplainedStack, FrameRun, GroupingExplanation, NamedTexts } from './grouping.dto.ts';
import { PART_NAMES, WHY_NOT } from './grouping-words.ts';

/** Bytes of a document for the parts, and for the frames. */
const PARTS_BYTES = 8000;
const FRAMES_BYTES = 16_000;
/** Of one text: two hundred plain letters. */
const TEXT_BYTES = 600;
/** Markup around a text, and around a run of frames. */
const LINE_BYTES = 150;
const RUN_BYTES = 350;
/** Calls that are named of a run that does not count: all of it has one reason, and the trace has their names, too. */
const CALLS_NAMED = 5;

/** What an event is grouped by, as far as a page bears it: the newest frames of what surfaced before others. */
export function fitExplanation(description: GroupingDescription): GroupingExplanation {
  const parts = takeFirst(description.parts.flatMap(toNamed), costOfNamed, PARTS_BYTES);
  const { stacks, left } = fitStacks(description.stacks.map(toStack).toReversed());
  const all = parts.left + left;
  return { parts: joinParts(parts.taken), stacks, ...(all > 0 && { left: all }) };
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

/** Newest call first, as the trace of the page stands. */
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

/** One call more is not shorter to say. */
function cutRun(calls: readonly string[], most: number): Pick<FrameRun, 'calls' | 'more'> {
  if (calls.length <= most + 1) return { calls };
  return { calls: calls.slice(0, most), more: calls.length - most };
}

/** As many runs as fit, and how many frames those hold that do not. */
function fitStacks(stacks: readonly ExplainedStack[]): {
  readonly stacks: readonly ExplainedStack[];
  readonly left: number;
} {
  let room = FRAMES_BYTES;
  let left = 0;
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
      // What follows it stays out, too, however short it is.
      if (taken.length < run.calls.length) room = 0;
      if (taken.length > 0) kept.push({ ...run, calls: taken });
      left += run.calls.length - taken.length + (taken.length === 0 ? (run.more ?? 0) : 0);
    }
    return { type, runs: kept };
  });
  return { stacks: fitted.filter(({ runs }) => runs.length > 0), left };
}

function costOfLine(text: string): number {
  return LINE_BYTES + costOfText(text);
}
