import type { Mechanism } from '#shared';
import { fieldLimits } from '../../json/field-limits.ts';
import type { CutNotes } from '../../json/cut-notes.ts';
import type { JsonBudget } from '../../json/json-budget.ts';
import { readBoolean, readObject } from '../../json/shape.ts';

/** Returns undefined when the mechanism has no type, which the protocol requires. */
export function readMechanism(
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
