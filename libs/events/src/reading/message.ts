import type { NormalisedEvent } from '#shared';
import { fieldLimits, listLimits } from '../json/field-limits.ts';
import { CutNotes } from '../json/cut-notes.ts';
import { type JsonObject, readArray, readObject, readText } from '../json/shape.ts';

/**
 * Reads `logentry`, or else `message`. Each may be a string, `{formatted}` or `{message, params}`.
 */
export function readMessage(event: JsonObject, notes?: CutNotes): string | undefined {
  return readEntry(event['logentry'], notes) ?? readEntry(event['message'], notes);
}

/** Returns undefined when the SDK sent no parameters. */
export function readTemplate(
  event: JsonObject,
  notes = new CutNotes(),
): NormalisedEvent['template'] {
  const entry = readObject(event['logentry']) ?? readObject(event['message']);
  const message = readText(entry?.['message'], fieldLimits.message);
  const params = listParams(entry?.['params'], notes);
  return message === undefined || params.length === 0 ? undefined : { message, params };
}

function listParams(params: unknown, notes: CutNotes): readonly string[] {
  const list = readArray(params);
  const named = Object.entries(readObject(params) ?? {});
  const what = 'parameters of the message';
  const toText = (value: unknown): string => {
    const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
    return notes.readText(text, fieldLimits.name, what) ?? '';
  };
  return list
    ? notes.takeFirst(list, listLimits.params, what).map(toText)
    : notes
        .takeFirst(named, listLimits.params, what)
        .map(([name, value]) => `${name}: ${toText(value)}`);
}

function readEntry(value: unknown, notes?: CutNotes): string | undefined {
  const entry = readObject(value);
  if (!entry) return readWithNote(value, notes);
  const formatted = readWithNote(entry['formatted'], notes);
  const template = readWithNote(entry['message'], notes);
  return formatted ?? (template && fillIn(template, entry['params']));
}

function readWithNote(value: unknown, notes: CutNotes | undefined): string | undefined {
  const { message: max } = fieldLimits;
  if (typeof value === 'string' && value.length > max) {
    notes?.add(`message: ${value.length - max} of ${value.length} characters left out`);
  }
  return readText(value, max);
}

/**
 * Fills in placeholders of the forms `%s`, `%d`, `%(name)s`, `{}`, `{0}` and `{name}`. Placeholders
 * without a value stay.
 */
function fillIn(template: string, params: unknown): string | undefined {
  const list = readArray(params);
  const named = readObject(params) ?? {};
  let next = 0;
  const filled = template.replaceAll(
    /%(?:\((?<named>\w{1,100})\))?[sdifjoOr]|\{(?<braced>\w{0,100})\}/g,
    (placeholder, inPercent?: string, inBraces?: string) => {
      const name = inPercent ?? inBraces ?? '';
      const value = name === '' ? list?.[next++] : (named[name] ?? list?.[Number(name)]);
      return readText(value, fieldLimits.name) ?? placeholder;
    },
  );
  return readText(filled, fieldLimits.message);
}
