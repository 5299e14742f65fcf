import { findFailingFrame, findFailingFrameOfChain, listFrames, mapFrames } from '#shared';
import type { LineColours, NormalisedEvent, StackFrame } from '#shared';
import { colourCode, countColourable } from './colour-code.ts';
import { findLanguage } from './code-language.ts';

/** Letters of code on one page. */
const MAX_LETTERS = 20_000;
/** Ordinary code of that length takes a tenth of it; the hostile is cut short. */
const MAX_MS = 100;

/** Markup around what has a colour, and its numbers in the payload. */
const RUN_BYTES = 50;
const LINE_BYTES = 35;
const FRAME_BYTES = 30;

/**
 * An event whose frames say how their code is coloured: the failing one first, then those of the application, as far as
 * their colours take at most `maxBytes` of a document, and little time.
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

/** Frames with code: the failing one, then the application's, then those of libraries; the newest call of each first. */
function rankFrames(event: NormalisedEvent): readonly StackFrame[] {
  const { exceptions, stack = [] } = event;
  const failing = findFailingFrameOfChain(exceptions) ?? findFailingFrame(stack);
  const rankOf = (frame: StackFrame): number => (frame === failing ? 0 : frame.inApp ? 1 : 2);
  return listFrames(event)
    .filter(({ contextLine }) => contextLine !== undefined)
    .toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Most bytes that they take of a document. */
export function costOfColours(colours: readonly LineColours[]): number {
  return colours.reduce(
    (sum, line) => sum + LINE_BYTES + (line.length / 2) * RUN_BYTES,
    FRAME_BYTES,
  );
}
