import type { StackFrame } from '#shared';
import { weighFacts, weighText, weighTexts } from './page-bytes.ts';

export function weighFrame(frame: StackFrame): number {
  return weighLine(frame) + weighCode(frame) + weighVars(frame);
}

function weighLine({ filename, absPath, module, mapping, ...frame }: StackFrame): number {
  const texts = [frame.function, frame.package, filename, absPath, module, mapping?.url];
  // The page shows a place again, shortened.
  const place = Math.min(600, weighText(filename ?? absPath ?? module));
  return 850 + place + weighTexts(texts);
}

function weighCode({ contextLine, filename, ...frame }: StackFrame): number {
  if (contextLine === undefined) return 0;
  const { preContext = [], postContext = [] } = frame;
  const texts = [...preContext, contextLine, ...postContext];
  const lines = texts.length * 90 + weighTexts(texts);
  // The label of the code repeats the name of the file.
  return 900 + weighText(filename) + lines;
}

function weighVars({ vars }: StackFrame): number {
  return vars ? 750 + weighFacts(vars) : 0;
}

interface FramesSize {
  readonly maxBytes: number;
  readonly most: number;
  /** Frames that are kept even when they do not fit. */
  readonly least: number;
}

/** Keeps the first frame with its code, then lines of the others, then their code. */
export function cutFrames(
  ranked: readonly StackFrame[],
  { maxBytes, most, least }: FramesSize,
): ReadonlyMap<StackFrame, StackFrame> {
  const shown = ranked.slice(0, most);
  if (maxBytes === Infinity) return new Map(shown.map((frame) => [frame, frame]));
  const frames = new Map<StackFrame, StackFrame>();
  let left = maxBytes;
  const takes = (bytes: number): boolean => {
    if (bytes > left) return false;
    left -= bytes;
    return true;
  };
  const addDetails = (frame: StackFrame): void => {
    const { contextLine, preContext, postContext, vars, ...line } = frame;
    const hasCode = takes(weighCode(frame));
    const hasVars = takes(weighVars(frame));
    const code = { contextLine, preContext, postContext };
    if (hasCode && hasVars) frames.set(frame, frame);
    else frames.set(frame, { ...line, ...(hasCode && code), ...(hasVars && { vars }) });
  };
  for (const frame of shown) {
    if (!takes(weighLine(frame)) && frames.size >= least) break;
    if (frames.size === 0) addDetails(frame);
    else frames.set(frame, frame);
  }
  for (const frame of [...frames.keys()].slice(1)) addDetails(frame);
  return frames;
}
