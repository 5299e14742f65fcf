import { codeColours, findFailingFrame, findFailingFrameOfChain, listFrames } from '#shared';
import type { LineColours, NormalisedEvent, StackFrame } from '#shared';
import { countColourable } from './colour-code.ts';
import { findLanguage } from './code-language.ts';
import type { KeptColours } from './kept-colours.ts';

const MAX_LETTERS = 20_000;
/**
 * Colouring stops after this time. Ordinary code of `MAX_LETTERS` characters takes some 10 ms, but
 * hostile code may take longer.
 */
const MAX_MS = 100;

/** Most coloured texts of a page. Each takes some 50 bytes of it. */
const MAX_COLOURED = 1000;

/**
 * Colours the failing frame, then the application's frames, then others. Stops when there would be
 * more than `MAX_COLOURED`, or when colouring took `MAX_MS`.
 */
export function colourFrames(
  event: NormalisedEvent,
  kept: KeptColours,
  nowMs: () => number = () => performance.now(),
): ReadonlyMap<StackFrame, readonly LineColours[]> {
  const coloured = new Map<StackFrame, readonly LineColours[]>();
  const endMs = nowMs() + MAX_MS;
  let [room, letters] = [MAX_COLOURED, MAX_LETTERS];
  for (const frame of rankFrames(event)) {
    const { preContext = [], contextLine = '', postContext = [] } = frame;
    const lines = [...preContext, contextLine, ...postContext];
    const language = findLanguage(frame, event.platform);
    if (nowMs() > endMs) break;
    const length = language === undefined ? 0 : countColourable(lines);
    if (language === undefined || length === 0) continue;
    letters -= length;
    if (letters < 0) break;
    const colours = kept.find(lines, language);
    if (!colours) continue;
    room -= colours.reduce((sum, line) => sum + countColoured(line), 0);
    if (room < 0) break;
    coloured.set(frame, colours);
  }
  return coloured;
}

function countColoured(line: LineColours): number {
  return line.filter((colour, at) => at % 2 === 0 && codeColours[colour] !== 'plain').length;
}

/**
 * Returns the frames that have code: the failing frame, then the application's frames, then library
 * frames. Newer calls come first in each group.
 */
function rankFrames(event: NormalisedEvent): readonly StackFrame[] {
  const { exceptions, stack = [] } = event;
  const failing = findFailingFrameOfChain(exceptions) ?? findFailingFrame(stack);
  const rankOf = (frame: StackFrame): number => (frame === failing ? 0 : frame.inApp ? 1 : 2);
  return listFrames(event)
    .filter(({ contextLine }) => contextLine !== undefined)
    .toSorted((one, other) => rankOf(one) - rankOf(other));
}
