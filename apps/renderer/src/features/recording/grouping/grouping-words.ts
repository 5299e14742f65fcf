import type { DescribedFrame, GroupingDescription, GroupingPart, ExclusionReason } from '#events';

export const WHY_NOT: Readonly<Record<ExclusionReason, string>> = {
  machinery: 'raises, reports, logs or reflects',
  'made by a machine': 'made by a compiler or a runtime',
  unnamed: 'without a name that stays the same',
  library: 'of a library',
  'far from the failure': 'of a library, far from the failure',
  'says only where its code is kept': 'says only which file or image it is of',
  'where the stack overflowed': 'before or after the recursion that overflowed the stack',
  'before a recursion': 'before a recursion, where browsers and Node.js cut a stack',
  recursion: 'the same call again',
  'of a log line': 'where a log line is written, which its text decides',
  'of a message': 'where a message is sent, which its text decides',
  suppressed: 'of an exception that was suppressed',
  repeated: 'of an exception that counts already',
};

export const PART_NAMES: Readonly<Record<GroupingPart['of'], string>> = {
  fingerprint: 'Fingerprint',
  logger: 'Logger',
  template: 'Template',
  message: 'Message',
  type: 'Type',
  value: 'Message',
  place: 'File or image',
  call: 'Call',
};

const SAID: Readonly<Record<Exclude<GroupingPart['of'], 'call'>, (count: number) => string>> = {
  fingerprint: () => 'the fingerprint that its SDK sent',
  logger: () => 'logger',
  type: (count) => (count === 1 ? 'type' : `${count} types`),
  template: () => 'template of its message',
  message: () => 'message',
  value: (count) => (count === 1 ? 'message' : `${count} messages`),
  place: () => 'file or image',
};

/**
 * Names what an event is grouped by: `type and 3 of 12 frames`. `isRuled` is true when a grouping
 * rule set the fingerprint.
 */
export function sayParts({ parts, stacks }: GroupingDescription, isRuled = false): string {
  const told = parts.filter(({ text }) => text !== '');
  const said = Object.entries(SAID).flatMap(([of, say]) => {
    const count = told.filter((part) => part.of === of).length;
    if (count > 0 && of === 'fingerprint' && isRuled) return ['the fingerprint of a grouping rule'];
    return count === 0 ? [] : [say(count)];
  });
  const frames = stacks.flatMap((stack) => stack.frames);
  const counted = frames.filter(isCall).length;
  const all = counted === 0 ? said : [...said, `${counted} of ${frames.length} frames`];
  return all.length === 0 ? 'nothing that it says' : toList(all);
}

/**
 * Returns false when only the file or image of the frame counts. `SAID` has a separate name for
 * files and images.
 */
function isCall({ counts, isPlace }: DescribedFrame): boolean {
  return counts && isPlace !== true;
}

function toList(words: readonly string[]): string {
  return words.length === 1 ? words[0]! : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
