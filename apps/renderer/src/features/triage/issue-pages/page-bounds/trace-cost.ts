import type { EventThread, ExceptionValue, Mechanism, StackFrame } from '#shared';
import { costOfFact } from './bounded-list.ts';
import { costOfText, fitText } from './document-cost.ts';

/** Bytes of markup around each part. */
const EXCEPTION_BYTES = 1100;
const THREAD_BYTES = 1000;
const FRAME_BYTES = 700;
const LINK_BYTES = 150;
const CODE_BYTES = 900;
const LINE_BYTES = 90;
const VARIABLES_BYTES = 750;
/** Bytes of a shortened place. The view adds this text when a place is too long. */
const SHORT_PLACE_BYTES = 600;

const VALUE_BYTES = 8000;
/** Byte limit of a name or a path, enough for 1,500 ASCII characters. */
const NAME_BYTES = 3000;
const MECHANISM_BYTES = 3000;

export type Fit = (text: string, maxBytes: number) => string;
export type FitFacts = (facts: Facts, maxBytes: number) => Facts;
type Facts = NonNullable<Mechanism['data']>;

export interface Fitter {
  readonly fit: Fit;
  readonly fitFacts: FitFacts;
}

export function fitExceptionValue(value: string, fit: Fit = fitText): string {
  return fit(value, VALUE_BYTES);
}

/** Shortens the texts under these keys, and drops all other properties. */
export function fitNames<Key extends string>(
  texts: { readonly [K in Key]?: string },
  keys: readonly Key[],
  fit: Fit,
): { readonly [K in Key]?: string } {
  const fitted = keys.flatMap((key) =>
    texts[key] === undefined ? [] : [[key, fit(texts[key], NAME_BYTES)]],
  );
  return Object.fromEntries(fitted) as { readonly [K in Key]?: string };
}

export function fitException(exception: ExceptionValue, fitter: Fitter): ExceptionValue {
  const { value, mechanism, frames } = exception;
  return {
    ...exception,
    ...fitNames(exception, ['type', 'module'], fitter.fit),
    value: fitExceptionValue(value, fitter.fit),
    ...(mechanism && { mechanism: fitMechanism(mechanism, fitter) }),
    frames: frames.map((frame) => fitFrame(frame, fitter)),
  };
}

function fitMechanism(mechanism: Mechanism, { fit, fitFacts }: Fitter): Mechanism {
  const { data, meta } = mechanism;
  return {
    ...mechanism,
    ...fitNames(mechanism, ['type', 'description', 'source'], fit),
    ...(data && { data: fitFacts(data, MECHANISM_BYTES) }),
    ...(meta && { meta: fitFacts(meta, MECHANISM_BYTES) }),
  };
}

export function fitThread(thread: EventThread, fitter: Fitter): EventThread {
  return {
    ...thread,
    ...fitNames(thread, ['id', 'name', 'state'], fitter.fit),
    frames: thread.frames.map((frame) => fitFrame(frame, fitter)),
  };
}

export function fitFrame(frame: StackFrame, { fit }: Pick<Fitter, 'fit'>): StackFrame {
  return {
    ...frame,
    ...fitNames(frame, ['function', 'module', 'package', 'filename', 'absPath'], fit),
  };
}

export function costOfException({ type, value, module, mechanism }: ExceptionValue): number {
  const { data = {}, meta = {}, ...said } = mechanism ?? { type: '' };
  const texts = [type, value, module, said.type, said.description, said.source];
  return (
    texts.reduce((sum: number, text) => sum + costOfText(text), EXCEPTION_BYTES) +
    [...Object.entries(data), ...Object.entries(meta)].reduce(
      (sum, fact) => sum + costOfFact(fact),
      0,
    )
  );
}

export function costOfThread({ id, name, state }: EventThread): number {
  return THREAD_BYTES + costOfText(id) + costOfText(name) + costOfText(state);
}

export function costOfFrames(frames: readonly StackFrame[]): number {
  return frames.reduce(
    (sum, frame) => sum + costOfLine(frame) + costOfCode(frame) + costOfVars(frame),
    0,
  );
}

export function costOfLine(frame: StackFrame): number {
  const { function: name, module, package: image, filename, absPath, codeUrl } = frame;
  const texts = [name, module, image, filename, absPath];
  const bytes = texts.reduce(
    (sum: number, text) => sum + costOfText(text),
    FRAME_BYTES + (codeUrl === undefined ? 0 : LINK_BYTES + costOfText(codeUrl)),
  );
  return bytes + Math.min(SHORT_PLACE_BYTES, costOfText(filename ?? absPath ?? module));
}

export function costOfCode({
  preContext = [],
  contextLine,
  postContext = [],
  filename,
}: StackFrame): number {
  if (contextLine === undefined) return 0;
  const lines = [...preContext, contextLine, ...postContext];
  // The label of the code region repeats the file name.
  const around = CODE_BYTES + costOfText(filename);
  return lines.reduce((sum, line) => sum + LINE_BYTES + costOfText(line), around);
}

export function costOfVars({ vars }: StackFrame): number {
  if (!vars) return 0;
  return Object.entries(vars).reduce((sum, fact) => sum + costOfFact(fact), VARIABLES_BYTES);
}
