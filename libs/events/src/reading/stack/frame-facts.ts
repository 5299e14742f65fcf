import { fieldLimits } from '../../json/field-limits.ts';
import { type JsonObject, readPosition, readText } from '../../json/shape.ts';
import { type GroupingVersion, NEWEST_GROUPING } from './grouping-version.ts';
import { type Language, readFrameLanguage } from './language.ts';

export interface FrameFacts {
  readonly language: Language;
  readonly function?: string | undefined;
  readonly module?: string | undefined;
  readonly package?: string | undefined;
  readonly filename?: string | undefined;
  readonly absPath?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

const NO_NAME: ReadonlySet<string> = new Set([
  '?',
  '??',
  '<anonymous>',
  '<redacted>',
  '<unknown>',
  'anonymous',
]);

const NO_FILE: ReadonlySet<string> = new Set([
  '<generated>',
  '<anonymous>',
  '<unknown>',
  '<unknown module>',
  'Unknown Source',
  'Native Method',
]);

/**
 * Rust's printed backtraces have a line `at file:line:column` below a call, and the SDK sends some
 * of these lines as function names.
 */
const PRINTED_PLACE = /^at (.{1,1024}?):(\d{1,9})(?::(\d{1,9}))?$/;

export function readFrameFacts(
  frame: JsonObject,
  language: Language,
  version: GroupingVersion = NEWEST_GROUPING,
): FrameFacts {
  const module = readName(frame['module'], fieldLimits.module);
  const facts = {
    language: readFrameLanguage(frame, language, version),
    function:
      readName(frame['function'], fieldLimits.function) ??
      readName(frame['symbol'], fieldLimits.function),
    // Android writes `null.` before classes without a package, as R8 makes them.
    module: version === 1 ? module : module?.replace(/^null\.(?=.)/, ''),
    package: readName(frame['package'], fieldLimits.path),
    filename: readFile(frame['filename']),
    absPath: readFile(frame['abs_path']),
    line: readPosition(frame['lineno']),
    column: readPosition(frame['colno']),
  };
  const place = facts.language === 'rust' && PRINTED_PLACE.exec(facts.function ?? '');
  if (!place) return facts;
  const [, absPath = '', line, column] = place;
  const filename = absPath.split(/[/\\]/).at(-1);
  const at = { line: readPosition(line), column: readPosition(column) };
  return { ...facts, function: undefined, filename, absPath, ...at };
}

function readName(value: unknown, maxLength: number): string | undefined {
  const name = readText(value, maxLength);
  return name === undefined || NO_NAME.has(name) ? undefined : name;
}

function readFile(value: unknown): string | undefined {
  const file = readText(value, fieldLimits.path);
  if (file === undefined || NO_FILE.has(file)) return undefined;
  // EJS puts the name of a template in quotes, and V8 prints the quotes.
  if (file.startsWith('"') && file.endsWith('"')) return file.slice(1, -1) || undefined;
  // Python's SDK puts a folder before names such as `<unknown>`.
  const isUnknown = file.endsWith('>') && NO_FILE.has(file.slice(file.lastIndexOf('/') + 1));
  return isUnknown ? undefined : file;
}
