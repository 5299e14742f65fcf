import { filterLimits } from '#shared';
import { parameteriseTemplate } from '../grouping/text/parameterise.ts';
import type { JsonObject } from '../json/shape.ts';
import { listEventTexts, formatText } from './sent-facts.ts';

/**
 * Returns a message pattern that fits this event and similar ones: the text of the surfaced
 * exception or of the message, with `*` for numbers, ids, dates and URLs. Returns undefined when
 * the event has no text.
 */
export function suggestPattern(event: JsonObject): string | undefined {
  const text = listEventTexts(event).map(formatText).find(Boolean) ?? '';
  const pattern = parameteriseTemplate(text)
    .replaceAll(/<[a-z]+>|\b\d+(?:[.,]\d+)*\b/g, '*')
    .replaceAll(/\*[\s*]*\*/g, '*');
  const { entryLength } = filterLimits;
  const short = pattern.length > entryLength ? `${pattern.slice(0, entryLength - 1)}*` : pattern;
  return /[^*?\s]/.test(short) ? short : undefined;
}
