import { findFailingFrame, findFailingFrameOfChain, listFrames, mapFrames } from '#shared';
import type { LineColours, NormalisedEvent, StackFrame } from '#shared';
import { colourCode, countColourable } from './colour-code.ts';
import { findLanguage } from './code-language.ts';

const MAX_LETTERS = 20_000;
/**
 * Colouring stops after this time. Ordinary code of `MAX_LETTERS` characters takes some 10 ms, but
 * hostile code may take longer.
 */
const MAX_MS = 100;

/** Most coloured runs of a page. A run takes some 50 bytes of it. */
const MAX_RUNS = 2000;

/**
 * Adds colours to the failing frame, then to the application's frames, then to others. Stops when
 * there would be more than `MAX_RUNS`, or when colouring took `MAX_MS`.
 */
export function colourFrames(
  event: NormalisedEvent,
  nowMs: () => number = () => performance.now(),
): NormalisedEvent {
  const coloured = chooseColours(event, nowMs);
  if (coloured.size === 0) return event;
  return mapFrames(event, (frame) => {
    const colours = coloured.get(frame);
    return colours ? { ...frame, colours } : frame;
  });
}

function chooseColours(
  event: NormalisedEvent,
  nowMs: () => number,
): ReadonlyMap<StackFrame, readonly LineColours[]> {
  const coloured = new Map<StackFrame, readonly LineColours[]>();
  const endMs = nowMs() + MAX_MS;
  let [runs, letters] = [MAX_RUNS, MAX_LETTERS];
  for (const frame of rankFrames(event)) {
    const { preContext = [], contextLine = '', postContext = [] } = frame;
    const lines = [...preContext, contextLine, ...postContext];
    const language = findLanguage(frame, event.platform);
    if (nowMs() > endMs) break;
    const length = language === undefined ? 0 : countColourable(lines);
    if (language === undefined || length === 0) continue;
    letters -= length;
    if (letters < 0) break;
    const colours = colourCode(lines, language);
    if (!colours) continue;
    runs -= colours.flat().length / 2;
    if (runs < 0) break;
    coloured.set(frame, colours);
  }
  return coloured;
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
