import { reportLimits, type StackFrame } from '#shared';
import type { CutNotes } from '../../json/cut-notes.ts';
import { fieldLimits, listLimits } from '../../json/field-limits.ts';
import type { JsonBudget } from '../../json/json-budget.ts';
import { type JsonObject, readArray, readObject } from '../../json/shape.ts';
import { mappingOf } from './frame-mapping.ts';
import { toCallName } from './call-names.ts';
import { type FrameFacts, readFrameFacts } from './frame-facts.ts';
import { Images, toImageName } from './images.ts';
import { decideInApp, canBeInApp } from './in-app.ts';
import { type Language, readLanguage } from './language.ts';
import { toShownPath } from './shown-path.ts';

interface FrameOptions {
  readonly variables?: JsonBudget;
  readonly notes: CutNotes;
}

/** Reads the stacks of one event. `readFrames` returns the same list for the same stack. */
export class StackReader {
  readonly language: Language;
  private readonly images: Images;
  private readonly known = new Map<unknown, readonly StackFrame[]>();

  constructor(
    event: JsonObject,
    private readonly options: FrameOptions,
  ) {
    this.language = readLanguage(event);
    this.images = new Images(event);
  }

  /**
   * Returns the frames of a `stacktrace` attribute. When there are too many, leaves out frames in
   * the middle.
   */
  readFrames(stacktrace: unknown): readonly StackFrame[] {
    const known = this.known.get(stacktrace);
    if (known) return known;
    const frames = this.listKept(stacktrace).map((frame) => this.readFrame(frame));
    if (frames.length > 0) this.known.set(stacktrace, frames);
    return frames;
  }

  /**
   * Returns a list with the frame that `findFailingFrame` would choose among the frames of
   * `readFrames`, or an empty list. Reads no other frames and only a few fields, because this
   * method runs for every recorded event.
   */
  readFailingFrame(stacktrace: unknown): readonly StackFrame[] {
    const kept = this.listKept(stacktrace);
    for (let index = kept.length - 1; index >= 0; index -= 1) {
      const frame = kept[index]!;
      if (!canBeInApp(frame)) continue;
      const facts = readFrameFacts(frame, this.language);
      if (decideInApp(frame['in_app'], facts)) return [this.toPlacedFrame(frame, facts, true)];
    }
    const last = kept.at(-1);
    return last ? [this.toPlacedFrame(last, readFrameFacts(last, this.language), false)] : [];
  }

  private listKept(stacktrace: unknown): readonly JsonObject[] {
    const frames = (readArray(readObject(stacktrace)?.['frames']) ?? [])
      .map(readObject)
      .filter((frame) => frame !== undefined);
    const max = reportLimits.framesPerTrace;
    if (frames.length <= max) return frames;
    const { notes } = this.options;
    notes.add(`stack trace: ${frames.length} frames cut to the first and last ${max / 2}`);
    return [...frames.slice(0, max / 2), ...frames.slice(-max / 2)];
  }

  private readFrame(frame: JsonObject): StackFrame {
    const facts = readFrameFacts(frame, this.language);
    const { notes } = this.options;
    noteCutNames(frame, notes);
    return {
      ...this.toPlacedFrame(frame, facts, decideInApp(frame['in_app'], facts)),
      isNative: frame['native'] === true ? true : undefined,
      contextLine: readLine(frame['context_line'], notes),
      preContext: readLines(frame['pre_context'], notes)?.slice(-listLimits.contextLines),
      postContext: readLines(frame['post_context'], notes)?.slice(0, listLimits.contextLines),
      vars: this.options.variables?.copyObject(frame['vars']),
      mapping: mappingOf(frame),
    };
  }

  private toPlacedFrame(frame: JsonObject, facts: FrameFacts, inApp: boolean): StackFrame {
    const mapping = mappingOf(frame);
    const toPath = (path: string | undefined) =>
      path !== undefined && mapping && mapping.miss === undefined ? toShownPath(path) : path;
    return {
      function: toCallName(facts) ?? this.describeAddress(frame, facts),
      module: facts.module,
      package: toPackage(facts),
      filename: toPath(facts.filename),
      absPath: toPath(facts.absPath),
      line: facts.line,
      column: facts.column,
      inApp,
    };
  }

  private describeAddress(frame: JsonObject, facts: FrameFacts): string | undefined {
    const isNamed = (facts.filename ?? facts.absPath ?? facts.module) !== undefined;
    return isNamed ? undefined : this.images.describe(frame);
  }
}

const NAMES = Object.entries({
  function: [fieldLimits.function, 'names of functions'],
  symbol: [fieldLimits.function, 'names of functions'],
  module: [fieldLimits.module, 'modules of frames'],
  package: [fieldLimits.path, 'paths of frames'],
  filename: [fieldLimits.path, 'paths of frames'],
  abs_path: [fieldLimits.path, 'paths of frames'],
} as const);

function noteCutNames(frame: JsonObject, notes: CutNotes): void {
  for (const [field, [maxLength, what]] of NAMES) notes.noteLength(frame[field], maxLength, what);
}

/**
 * Rust's SDK sends the crate as the package, and the function's name already begins with the crate.
 */
function toPackage(facts: FrameFacts): string | undefined {
  return facts.package === undefined || facts.language === 'rust'
    ? undefined
    : toImageName(facts.package);
}

/** Keeps empty lines, which `notes.readText` would drop. */
function readLine(value: unknown, notes: CutNotes): string | undefined {
  return value === '' ? '' : notes.readText(value, fieldLimits.contextLine, 'lines of code');
}

function readLines(value: unknown, notes: CutNotes): string[] | undefined {
  // `map` would be slower here: V8 treats its result as an array with holes, and `JSON.stringify`
  // is slow on such arrays.
  const lines: string[] = [];
  for (const line of readArray(value) ?? []) lines.push(readLine(line, notes) ?? '');
  return lines.length > 0 ? lines : undefined;
}
