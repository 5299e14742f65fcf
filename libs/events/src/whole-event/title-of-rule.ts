import { type EventTitle, ruleLimits } from '#shared';
import { EventReading } from '../grouping/event-reading.ts';
import { createVariableFiller } from '../grouping/fingerprint.ts';
import { cutText, type JsonObject } from '../json/shape.ts';
import { SentEvent } from '../reading/sent-event.ts';
import { readRuleEffects } from '../reading/rule-effects.ts';

/**
 * Replaces the type of a title with the text that a rule set. The title's value stays, unless the
 * text contains this value.
 */
export function withTitleOfRule(
  title: EventTitle,
  event: JsonObject,
  sent = new SentEvent(event),
): EventTitle {
  const ruled = readRuleEffects(event)?.title;
  if (!ruled) return title;
  const filled = createVariableFiller(new EventReading(sent))(ruled.text)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const type = cutText(filled, ruleLimits.titleLength);
  return { ...title, type, value: filled.includes(title.value) ? '' : title.value };
}
