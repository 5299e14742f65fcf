import type { Composition, Repeats } from '../description.ts';
import type { EventReading } from '../event-reading.ts';
import type { JudgedFrame } from '../stacks/judge-frame.ts';
import type { StackTraits } from '../stacks/fold-loops.ts';
import { foldCalls } from '../stacks/read-stack.ts';
import { toCountedValue, toWords } from './counted-value.ts';
import type { SentException } from './sent-exceptions.ts';

interface Context {
  readonly reading: EventReading;
  readonly exceptions: readonly SentException[];
  readonly isOwn: boolean;
  readonly listFrames: (exception: SentException) => readonly JudgedFrame[];
  readonly repeats: Repeats;
}

const OVERFLOW = /StackOverflow|RecursionError|SystemStackError|InsufficientExecutionStack/;
const OVERFLOW_TEXT =
  /^(?:Maximum (?:call stack|function nesting)|too much recursion|maximum recursion depth)/;

/**
 * Composes the parts of the grouping key of an event that has exceptions. Each exception adds its
 * type, its calls and, when its stack does not show where it was raised, its message. Causes come
 * before the exceptions that they caused. The members of a group are sorted, and equal members
 * appear once. Suppressed exceptions are left out.
 */
export function composeExceptions(reading: EventReading): Composition {
  const { exceptions } = reading;
  const counted = listCounted(exceptions);
  const isOwn = hasOwnCalls(counted);
  const listFrames = ({ stack }: SentException) => (isOwn ? stack.listOwn() : stack.listAll());
  const repeats: Repeats = { inChains: new Set(), inGroups: new Set() };
  const context = { reading, exceptions, isOwn, listFrames, repeats };
  const parts = composeBranch(exceptions.length - 1, new Set(), context);
  const hasCalls = counted.some((each) => listFrames(each).some(({ namesCall }) => namesCall));
  return { kind: hasCalls ? 'stack' : 'value', parts, repeats };
}

/** Calls of a language's own library, which all others share. */
const OF_LANGUAGE = /^(?:(?:javax?|jdk|kotlinx?|scala|sun|System)\.|(?:node|internal|ext|bun):)/;

/**
 * Maps each call that enters the grouping key to its text. Where the application has no call, the
 * newest call counts and the newest one outside of the language's own library. They count without
 * their lines of code, because the next version of a library has others.
 */
export function countCalls(
  frames: readonly JudgedFrame[],
  {
    isOwn,
    reading,
    ...traits
  }: StackTraits & { readonly isOwn: boolean; readonly reading: EventReading },
): ReadonlyMap<string, string> {
  if (isOwn || reading.version === 1 || traits.isOverflow) return foldCalls(frames, traits);
  const calls = [...foldCalls(frames, traits).keys()];
  const newest = calls.at(-1);
  if (newest === undefined) return new Map();
  reading.differs = true;
  const outside = calls.findLast((call) => !OF_LANGUAGE.test(call)) ?? newest;
  return new Map([outside, newest].map((call) => [call, call]));
}

export function listCounted(exceptions: readonly SentException[]): readonly SentException[] {
  return exceptions.filter((_, index) => !isSuppressed(exceptions, index));
}

export function hasOwnCalls(counted: readonly SentException[]): boolean {
  return counted.some(({ stack }) => stack.listOwn().length > 0);
}

export function isSuppressed(exceptions: readonly SentException[], index: number): boolean {
  return isWithin(exceptions, index, (at) => {
    const { relation, isOfMachinery } = exceptions[at]!;
    return relation === 'suppressed' || isOfMachinery;
  });
}

export function isWithin(
  exceptions: readonly SentException[],
  index: number,
  isSo: (at: number) => boolean,
): boolean {
  let at: number | undefined = index;
  for (let step = 0; at !== undefined && step <= exceptions.length; step += 1) {
    if (isSo(at)) return true;
    at = exceptions[at]!.parent;
  }
  return false;
}

/**
 * Composes an exception and everything below it. Retries produce chains with the same error several
 * times; only the error nearest to the surface enters the key. Some SDKs send only the outermost
 * stack of a chain. An exception without a stack therefore repeats an exception that has a stack
 * and the same type and message.
 */
function composeBranch(index: number, seen: ReadonlySet<string>, context: Context): string[] {
  const { exceptions, repeats } = context;
  const { own, identity, words } = composeOne(index, context);
  const isRepeated = seen.has(identity);
  if (isRepeated) repeats.inChains.add(index);
  const met = isRepeated ? seen : new Set([...seen, identity, words]);
  const below = [...exceptions.keys()].filter((child) => exceptions[child]!.parent === index);
  const causes = below
    .filter((child) => /^(?:cause|context)$/.test(exceptions[child]!.relation ?? 'cause'))
    .filter((child) => !exceptions[child]!.isOfMachinery)
    .flatMap((child) => composeBranch(child, met, context));
  const members = new Set<string>();
  for (const child of below) {
    if (exceptions[child]!.relation !== 'member') continue;
    const member = composeBranch(child, met, context).join('\n');
    if (members.has(member)) repeats.inGroups.add(child);
    members.add(member);
  }
  const group = [...members].toSorted().map((member) => `member ${member}`);
  return [...causes, ...group, ...(isRepeated ? [] : own)];
}

function composeOne(
  index: number,
  { reading, exceptions, isOwn, listFrames }: Context,
): {
  readonly own: readonly string[];
  /** Exceptions with the same identity repeat each other. */
  readonly identity: string;
  /** Identity of an exception with the same type and message, but without calls. */
  readonly words: string;
} {
  const exception = exceptions[index]!;
  const cause = findOtherCause(index, exceptions);
  const { type, stack } = exception;
  const namesNoCall = stack.namesNoCall();
  const isVague = reading.version === 1 ? namesNoCall : !stack.tellsPlace();
  if (isVague !== namesNoCall) reading.differs = true;
  const counted = toCountedValue(exception, { reading, cause, isVague });
  const frames = listFrames(exception);
  const traits = { isOverflow: isOverflow(exception), isShort: stack.isShort };
  const calls = [...countCalls(frames, { ...traits, isOwn, reading }).values()];
  const said = counted === '' ? [] : [`value ${counted}`];
  // When no frame names a call, the place of the newest frame enters the key.
  const place = namesNoCall ? (frames.at(-1)?.place ?? '') : '';
  const at = place === '' ? [] : [`place ${place}`];
  // A single exception cannot repeat another one, so the slow reading of its text is skipped.
  const isAlone = exceptions.length === 1;
  const words = isAlone ? '' : [type, toWords(exception, { reading, cause }), ''].join('\n');
  return {
    own: [`type ${type}`, ...said, ...at, ...calls.map((call) => `call ${call}`)],
    identity: calls.length === 0 ? words : [type, counted, calls.at(-1)].join('\n'),
    words,
  };
}

function findOtherCause(
  index: number,
  exceptions: readonly SentException[],
): SentException | undefined {
  const { type, value } = exceptions[index]!;
  let at = index;
  for (let step = 0; step < exceptions.length; step += 1) {
    at = exceptions.findLastIndex(
      ({ parent, relation }) => parent === at && (relation === 'cause' || relation === 'context'),
    );
    const cause = exceptions[at];
    if (cause === undefined || cause.type !== type || cause.value !== value) return cause;
  }
  return undefined;
}

export function isOverflow({ type, value }: SentException): boolean {
  return OVERFLOW.test(type) || OVERFLOW_TEXT.test(value);
}
