import { reportLimits, type StackFrame } from '#shared';
import type { CutNotes } from '../json/cut-notes.ts';
import { fieldLimits, listLimits } from '../json/field-limits.ts';
import type { JsonBudget } from '../json/json-budget.ts';
import {
  type JsonObject,
  readArray,
  readBoolean,
  readObject,
  readPosition,
  readText,
} from '../json/shape.ts';

export interface FrameRules {
  /** Without one, frames are read without their variables. */
  readonly variables?: JsonBudget;
  readonly notes: CutNotes;
}

/** The frames of a `stacktrace` attribute; of too many, the first and the last half of what is kept. */
export function normaliseFrames(stacktrace: unknown, rules: FrameRules): StackFrame[] {
  const all = (readArray(readObject(stacktrace)?.['frames']) ?? [])
    .map(readObject)
    .filter((frame) => frame !== undefined);
  return keepEnds(all, rules.notes).map((frame) => normaliseFrame(frame, rules));
}

function keepEnds(frames: readonly JsonObject[], notes: CutNotes): readonly JsonObject[] {
  const max = reportLimits.framesPerTrace;
  if (frames.length <= max) return frames;
  notes.add(`stack trace: ${frames.length} frames cut to the first and last ${max / 2}`);
  return [...frames.slice(0, max / 2), ...frames.slice(-max / 2)];
}

function normaliseFrame(frame: JsonObject, { variables }: FrameRules): StackFrame {
  return {
    function: readFunction(frame['function']),
    module: readText(frame['module'], fieldLimits.module),
    filename: readText(frame['filename'], fieldLimits.path),
    absPath: readText(frame['abs_path'], fieldLimits.path),
    line: readPosition(frame['lineno']),
    column: readPosition(frame['colno']),
    inApp: readBoolean(frame['in_app']) ?? false,
    contextLine: readLine(frame['context_line']),
    preContext: readLines(frame['pre_context'])?.slice(-listLimits.contextLines),
    postContext: readLines(frame['post_context'])?.slice(0, listLimits.contextLines),
    vars: variables?.copyObject(frame['vars']),
  };
}

/** JavaScript SDKs send a question mark for a function without a name. */
function readFunction(value: unknown): string | undefined {
  const name = readText(value, fieldLimits.function);
  return name === '?' ? undefined : name;
}

/** Unlike other text a line of code may be empty. */
function readLine(value: unknown): string | undefined {
  return value === '' ? '' : readText(value, fieldLimits.contextLine);
}

function readLines(value: unknown): string[] | undefined {
  // Pushed one by one: JSON is made of what V8 maps, an array that may have holes, element by element.
  const lines: string[] = [];
  for (const line of readArray(value) ?? []) lines.push(readLine(line) ?? '');
  return lines.length > 0 ? lines : undefined;
}
