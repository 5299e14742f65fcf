import { type ExceptionValue, reportLimits } from '#shared';
import type { CutNotes } from '../../json/cut-notes.ts';
import { fieldLimits, jsonLimits } from '../../json/field-limits.ts';
import { JsonBudget } from '../../json/json-budget.ts';
import { type JsonObject, readObject, readText, readValues } from '../../json/shape.ts';
import type { Language } from '../stack/language.ts';
import type { StackReader } from '../stack/frames.ts';
import { findStacktrace } from '../stack/threads.ts';
import { type ExceptionLink, linkExceptions } from './exception-links.ts';
import { readMechanism } from './mechanism.ts';
import { toTypeName } from './type-name.ts';

/** An exception as it was sent, with its place among the others. */
interface SentException extends ExceptionLink {
  readonly source: JsonObject;
}

/** The exceptions of an event, with their frames. */
export function readExceptions(
  event: JsonObject,
  { stacks, notes }: { readonly stacks: StackReader; readonly notes: CutNotes },
): ExceptionValue[] {
  const details = new JsonBudget(jsonLimits.mechanisms, 'details of mechanisms', notes);
  return listExceptions(event, notes).map((sent) => {
    const { source, parent, relation, isGroup } = sent;
    noteCutValue(source['value'], notes);
    return {
      ...readSaid(sent, stacks.language),
      mechanism: readMechanism(source['mechanism'], details),
      ...(parent === undefined ? {} : { parent, relation }),
      ...(isGroup ? { isGroup } : {}),
      frames: stacks.readFrames(findStackOf(sent, event)),
    };
  });
}

/** An exception as far as titles need it. */
export type TitledException = Pick<
  ExceptionValue,
  'type' | 'value' | 'parent' | 'relation' | 'isGroup' | 'frames'
>;

/** The same exceptions for titles: each has its failing frame alone, which is not read until it is asked for. */
export function readTitledExceptions(
  event: JsonObject,
  { stacks, notes }: { readonly stacks: StackReader; readonly notes: CutNotes },
): TitledException[] {
  return listExceptions(event, notes).map((sent) => new LazyException(sent, { event, stacks }));
}

class LazyException implements TitledException {
  readonly type: string;
  readonly value: string;
  readonly parent: number | undefined;
  readonly relation: ExceptionValue['relation'];
  readonly isGroup: boolean;

  constructor(
    private readonly sent: SentException,
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

/**
 * `{values: […]}`, a bare list, or one bare exception, as SDKs of different ages send them. Of too many, the first and
 * the last half of the limit: the exception that surfaced and the root cause are among them.
 */
function listExceptions(event: JsonObject, notes: CutNotes): SentException[] {
  const { exception } = event;
  const listed = readValues(exception);
  const all = (listed.length > 0 ? listed : [exception]).map(readObject).filter(isException);
  const max = reportLimits.exceptions;
  const places = [...all.keys()];
  const kept = all.length > max ? [...places.slice(0, max / 2), ...places.slice(-max / 2)] : places;
  if (all.length > max) {
    const left = all.length - max;
    notes.add(
      `exceptions: ${left} of ${all.length} left out, between the first and last ${max / 2}`,
    );
  }
  const links = linkExceptions(all, kept);
  return kept.map((place, index) => ({ source: all[place]!, ...links[index]! }));
}

function isException(value: JsonObject | undefined): value is JsonObject {
  return value !== undefined && ('type' in value || 'value' in value || 'stacktrace' in value);
}

function readSaid({ source }: SentException, language: Language) {
  const type = readText(source['type'], fieldLimits.exceptionType) ?? '';
  const module = readText(source['module'], fieldLimits.module);
  return { ...toTypeName(type, module, language), value: readValue(source['value']) };
}

/** Some SDKs put the thrown object itself there. */
function readValue(value: unknown): string {
  const text =
    typeof value === 'object' && value !== null ? JSON.stringify(value).slice(0, 1000) : value;
  return readText(text, fieldLimits.exceptionValue) ?? '';
}

function noteCutValue(value: unknown, notes: CutNotes): void {
  const max = fieldLimits.exceptionValue;
  if (typeof value !== 'string' || value.length <= max) return;
  const left = `${value.length - max} of ${value.length} characters left out`;
  notes.add(`message of an exception: ${left}`);
}

/** Native and mobile SDKs send the stack of what surfaced with its thread. */
function findStackOf({ source, parent }: SentException, event: JsonObject): unknown {
  const { stacktrace } = source;
  const frames = readObject(stacktrace)?.['frames'];
  const hasFrames = Array.isArray(frames) && frames.some((frame) => readObject(frame));
  return hasFrames || parent !== undefined
    ? stacktrace
    : findStacktrace(event, source['thread_id']);
}
