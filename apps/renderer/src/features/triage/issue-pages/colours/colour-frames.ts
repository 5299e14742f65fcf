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

/**
 * Bytes that each coloured run, line and frame adds to the document. Each figure covers the markup
 * and the page data.
 */
const RUN_BYTES = 50;
const LINE_BYTES = 35;
const FRAME_BYTES = 30;

/**
 * Adds colours to the failing frame, then to the application's frames, then to others. Stops when
 * the colours would take more than `maxBytes` of the document, or more than `MAX_MS`.
 */
export function colourFrames(
  event: NormalisedEvent,
  maxBytes: number,
  nowMs: () => number = () => performance.now(),
): NormalisedEvent {
  const coloured = chooseColours(event, maxBytes, nowMs);
  if (coloured.size === 0) return event;
  return mapFrames(event, (frame) => {
    const colours = coloured.get(frame);
    return colours ? { ...frame, colours } : frame;
  });
}

function chooseColours(
  event: NormalisedEvent,
  maxBytes: number,
  nowMs: () => number,
): ReadonlyMap<StackFrame, readonly LineColours[]> {
  const coloured = new Map<StackFrame, readonly LineColours[]>();
  const endMs = nowMs() + MAX_MS;
  let [bytes, letters] = [maxBytes, MAX_LETTERS];
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
    bytes -= costOfColours(colours);
    if (bytes < 0) break;
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

export function costOfColours(colours: readonly LineColours[]): number {
  return colours.reduce(
    (sum, line) => sum + LINE_BYTES + (line.length / 2) * RUN_BYTES,
    FRAME_BYTES,
  );
}
