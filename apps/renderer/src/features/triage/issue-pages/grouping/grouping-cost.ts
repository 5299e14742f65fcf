import { costOfText } from '../page-bounds/document-cost.ts';
import type { GroupingExplanation, GroupingProps, LookAlike } from './grouping.dto.ts';

/** Bytes of markup around a text, around a part or a run of frames, and around an issue. */
const TEXT_BYTES = 130;
const BLOCK_BYTES = 350;
const ISSUE_BYTES = 1500;

export function costOfGrouping(
  { summary, notes, explanation }: GroupingProps,
  lookAlikes: readonly LookAlike[] = [],
): number {
  const blocks = explanation ? toBlocks(explanation) : [];
  const texts = [summary, ...notes, ...blocks.flat()];
  const issues = lookAlikes.flatMap(({ type, value, place }) => [type, value, place]);
  return (
    blocks.length * BLOCK_BYTES +
    lookAlikes.length * ISSUE_BYTES +
    [...texts, ...issues].reduce((bytes, text) => bytes + TEXT_BYTES + costOfText(text), 0)
  );
}

function toBlocks({ parts, stacks }: GroupingExplanation): readonly (readonly string[])[] {
  return [
    [],
    ...parts.map(([name, texts]) => [name, ...texts]),
    ...stacks.flatMap(({ type, runs }) => [
      [type],
      ...runs.map(({ why = '', calls }) => [why, ...calls]),
    ]),
  ];
}
