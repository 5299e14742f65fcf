import { filterLimits } from '#shared';
import { parameteriseTemplate } from '../grouping/text/parameterise.ts';
import type { JsonObject } from '../json/shape.ts';
import { listSaid, toSaidText } from './sent-facts.ts';

/**
 * A pattern for messages that fits the event and others of its kind: what surfaced by its type and value, with `*` for
 * numbers, ids, dates and addresses. Undefined of an event that says nothing.
 */
export function suggestPattern(event: JsonObject): string | undefined {
  const text = listSaid(event).map(toSaidText).find(Boolean) ?? '';
  const pattern = parameteriseTemplate(text)
    .replaceAll(/<[a-z]+>|\b\d+(?:[.,]\d+)*\b/g, '*')
    .replaceAll(/\*[\s*]*\*/g, '*');
  const { entryLength } = filterLimits;
  const short = pattern.length > entryLength ? `${pattern.slice(0, entryLength - 1)}*` : pattern;
  return /[^*?\s]/.test(short) ? short : undefined;
}
