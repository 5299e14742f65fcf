import { RecentResults } from '../../json/recent-results.ts';
import { readObject, readText } from '../../json/shape.ts';
import type { Language } from '../../reading/stack/language.ts';
import type { EventReading } from '../event-reading.ts';
import { toEngineMessage } from '../text/engine-messages.ts';
import { parameterise } from '../text/parameterise.ts';
import { rewriteText } from '../text/rewrite-text.ts';
import type { SentException } from './sent-exceptions.ts';

/** Go error types that carry the stack of the place where they were made. */
const OWN_STACK_OF_GO =
  /^(?:runtime\.|\*runtime\.|\*errors\.(?:fundamental|withStack|Error)$|\*withstack\.|\*xerrors\.|\*eris\.)/;

/**
 * Rust panics share one type, and only their texts tell them apart. `$&` stands for the matched
 * text.
 */
const PANIC_KINDS: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/^index out of bounds/, 'index out of bounds'],
  [/^attempt to [a-z ]{1,60}/, '$&'],
  [/^called `[\w:]{1,40}\(\)` on an? `\w{1,20}` value/, '$&'],
  [/^(?:range (?:start|end) index|slice index starts at)/, 'range out of bounds'],
  [/^byte index/, 'byte index'],
  [/^already (?:mutably )?borrowed/, '$&'],
  [/^not (?:yet )?implemented/, '$&'],
  [/^internal error: entered unreachable code/, 'unreachable'],
  [/^assertion /, 'assertion'],
];

/**
 * Returns the part of the message that enters the grouping key, or an empty string. When the stack
 * shows where the exception was raised, the key does not contain the message. Two users who fail at
 * the same line thus belong to one issue. When the stack is missing, is vague or shows only where
 * the exception was reported, only the message tells errors apart.
 */
export function toCountedValue(
  exception: SentException,
  {
    reading,
    cause,
    isVague,
  }: {
    readonly reading: EventReading;
    readonly cause: SentException | undefined;
    /** True when no call of the application tells where the exception was raised. */
    readonly isVague: boolean;
  },
): string {
  const code = readErrorCode(exception);
  if (code !== undefined) return `code ${code}`;
  if (exception.isGroup) return '';
  const { language } = reading;
  const kind =
    isVague || countsWholly(exception, language) ? undefined : toKind(exception, language);
  return kind ?? toWords(exception, { reading, cause });
}

/** Matches what differs between two `ServiceRecord{a1b2c3 u0 com.example.shop/.Music}` of Android. */
const RECORD = /(?<=\b[A-Z]\w{1,60}\{)[\da-f]{4,16}(?=[ }])/g;

/** A storm says the same again and again, and its events have their words asked for twice. */
const words = new RecentResults<string>({ entries: 1000, keyLength: 1000 });

/**
 * Returns the message without values that vary. Also removes the cause's message, because many
 * errors repeat it.
 */
export function toWords(
  { type, value }: Pick<SentException, 'type' | 'value'>,
  { reading, cause }: { readonly reading: EventReading; readonly cause: SentException | undefined },
): string {
  const { language, version } = reading;
  const isScript = language === 'browser' || language === 'node';
  const engine = isScript ? toEngineMessage(rewriteText(value, language)) : undefined;
  if (engine !== undefined) return engine;
  const said = cause && cause.value !== '' ? value.replace(cause.value, () => '') : value;
  const untyped = said.startsWith(`${type}: `) ? said.slice(type.length + 2) : said;
  const own = version > 1 && language === 'jvm' ? untyped.replace(RECORD, '<hex>') : untyped;
  if (own !== untyped) reading.differs = true;
  return words.find(`${language} ${own}`, () => parameterise(rewriteText(own, language)));
}

function countsWholly(exception: SentException, language: Language): boolean {
  const { type, mechanism, isReported } = exception;
  if (type === '' || isReported) return true;
  if (mechanism['synthetic'] === true && language !== 'native') return true;
  if (language === 'go') return !OWN_STACK_OF_GO.test(type);
  return language === 'rust' && !isRaisedInRust(exception);
}

function isPanic({ type, mechanism }: SentException): boolean {
  return type === 'panic' || mechanism['type'] === 'panic';
}

function isRaisedInRust(exception: SentException): boolean {
  if (isPanic(exception)) return true;
  return exception.stack.frames.some((frame) => {
    const name = readText(frame['function'], 512);
    return name !== undefined && /(?:^|[<&])(?:anyhow|eyre|color_eyre)::/.test(name);
  });
}

/**
 * Returns a text that tells errors with the same stack apart, or an empty string. Returns undefined
 * for a Rust panic of no known kind, so that its message enters the key.
 */
function toKind(exception: SentException, language: Language): string | undefined {
  const { type, value } = exception;
  if (language === 'go')
    return /^runtime\.(?:errorString|plainError)$/.test(type) ? parameterise(value) : '';
  if (language !== 'rust') return '';
  for (const [pattern, kind] of PANIC_KINDS) {
    const found = pattern.exec(value)?.[0];
    if (found !== undefined) return kind === '$&' ? found : kind;
  }
  return isPanic(exception) ? undefined : '';
}

/**
 * Apple's errors are told apart by domain and code, because their messages are in the user's
 * language.
 */
function readErrorCode({ mechanism }: SentException): string | undefined {
  const error = readObject(readObject(mechanism['meta'])?.['ns_error']);
  return readText(error?.['code'], 40);
}
