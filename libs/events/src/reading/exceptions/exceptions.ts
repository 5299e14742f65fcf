import { type ExceptionValue, reportLimits, type Mechanism } from '#shared';
import type { CutNotes } from '../../json/cut-notes.ts';
import { fieldLimits, jsonLimits } from '../../json/field-limits.ts';
import { JsonBudget } from '../../json/json-budget.ts';
import { type JsonObject, readObject, readText, readBoolean } from '../../json/shape.ts';
import type { LinkedException, SentEvent } from '../sent-event.ts';
import type { Language } from '../stack/language.ts';
import type { StackReader } from '../stack/frames.ts';
import { findStacktrace } from '../stack/threads.ts';
import { toFullTypeName, toTypeName } from './type-name.ts';

export function readExceptions(
  sent: SentEvent,
  { stacks, notes }: { readonly stacks: StackReader; readonly notes: CutNotes },
): ExceptionValue[] {
  const details = new JsonBudget(jsonLimits.mechanisms, 'the details of mechanisms', notes);
  return listExceptions(sent, notes).map((linked) => {
    const { source, parent, relation, isGroup } = linked;
    noteCuts(source, { language: stacks.language, notes });
    return {
      ...readSaid(linked, stacks.language),
      mechanism: readMechanism(source['mechanism'], { details, notes }),
      ...(parent === undefined ? {} : { parent, relation }),
      ...(isGroup ? { isGroup } : {}),
      frames: stacks.readFrames(findStackOf(linked, sent.event)),
    };
  });
}

export type TitledException = Pick<
  ExceptionValue,
  'type' | 'value' | 'parent' | 'relation' | 'isGroup' | 'frames'
>;

/**
 * Like `readExceptions`, but each exception has only its failing frame, which is read on demand.
 */
export function readTitledExceptions(
  sent: SentEvent,
  { stacks, notes }: { readonly stacks: StackReader; readonly notes: CutNotes },
): TitledException[] {
  const { event } = sent;
  return listExceptions(sent, notes).map((each) => new LazyException(each, { event, stacks }));
}

class LazyException implements TitledException {
  readonly type: string;
  readonly value: string;
  readonly parent: number | undefined;
  readonly relation: ExceptionValue['relation'];
  readonly isGroup: boolean;

  constructor(
    private readonly sent: LinkedException,
    private readonly from: { readonly event: JsonObject; readonly stacks: StackReader },
  ) {
    const { type, value } = readSaid(sent, from.stacks.language);
    this.type = type;
    this.value = value;
    this.parent = sent.parent;
    this.relation = sent.relation;
    this.isGroup = sent.isGroup;
  }

  get frames(): ExceptionValue['frames'] {
    return this.from.stacks.readFailingFrame(findStackOf(this.sent, this.from.event));
  }
}

function listExceptions(sent: SentEvent, notes: CutNotes): readonly LinkedException[] {
  const max = reportLimits.exceptions;
  const { length } = sent.listSources();
  if (length > max) {
    const left = `${length - max} of ${length} left out`;
    notes.add(`exceptions: ${left}, between the first and last ${max / 2}`);
  }
  return sent.listExceptions(max);
}

function readSaid({ source }: LinkedException, language: Language) {
  const type = readText(source['type'], fieldLimits.exceptionType) ?? '';
  const module = readText(source['module'], fieldLimits.module);
  return { ...toTypeName(type, module, language), value: readValue(source['value']) };
}

const MAX_OBJECT_LENGTH = 1000;

/** Some SDKs send the thrown object itself as the value. */
function readValue(value: unknown): string {
  const text =
    typeof value === 'object' && value !== null
      ? JSON.stringify(value).slice(0, MAX_OBJECT_LENGTH)
      : value;
  return readText(text, fieldLimits.exceptionValue) ?? '';
}

function noteCuts(
  { type, module, value }: JsonObject,
  { language, notes }: { readonly language: Language; readonly notes: CutNotes },
): void {
  if (typeof type === 'string') {
    const named = toFullTypeName(type, readText(module, fieldLimits.module), language);
    notes.noteLength(named.type, fieldLimits.exceptionType, 'types of exceptions');
  }
  notes.noteLength(module, fieldLimits.module, 'modules of exceptions');
  const isObject = typeof value === 'object' && value !== null;
  const text = isObject ? JSON.stringify(value) : value;
  const max = isObject ? MAX_OBJECT_LENGTH : fieldLimits.exceptionValue;
  if (typeof text !== 'string' || text.length <= max) return;
  const left = `${text.length - max} of ${text.length} characters left out`;
  notes.add(`message of an exception: ${left}`);
}

/** Native and mobile SDKs put the stack of the surfaced exception into its thread. */
function findStackOf({ source, parent }: LinkedException, event: JsonObject): unknown {
  const { stacktrace } = source;
  const frames = readObject(stacktrace)?.['frames'];
  const hasFrames = Array.isArray(frames) && frames.some((frame) => readObject(frame));
  return hasFrames || parent !== undefined
    ? stacktrace
    : findStacktrace(event, source['thread_id']);
}

/** Returns undefined when the mechanism has no type, which the protocol requires. */
function readMechanism(
  value: unknown,
  { details, notes }: { readonly details: JsonBudget; readonly notes: CutNotes },
): Mechanism | undefined {
  const source = readObject(value);
  const what = 'names of mechanisms';
  const type = notes.readText(source?.['type'], fieldLimits.name, what);
  if (!source || !type) return undefined;
  return {
    type,
    handled: readBoolean(source['handled']),
    description: notes.readText(source['description'], fieldLimits.exceptionType, what),
    source: notes.readText(source['source'], fieldLimits.name, what),
    data: details.copyObject(source['data']),
    meta: details.copyObject(source['meta']),
  };
}
