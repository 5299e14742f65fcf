import type { Mechanism } from '#shared';
import { fieldLimits } from '../../json/field-limits.ts';
import type { JsonBudget } from '../../json/json-budget.ts';
import { readBoolean, readObject, readText } from '../../json/shape.ts';

/** How an exception was caught. Undefined without a type, which the protocol asks for. */
export function readMechanism(value: unknown, details: JsonBudget): Mechanism | undefined {
  const source = readObject(value);
  const type = readText(source?.['type'], fieldLimits.name);
  if (!source || !type) return undefined;
  return {
    type,
    handled: readBoolean(source['handled']),
    description: readText(source['description'], fieldLimits.exceptionType),
    source: readText(source['source'], fieldLimits.name),
    data: details.copyObject(source['data']),
    meta: details.copyObject(source['meta']),
  };
}
