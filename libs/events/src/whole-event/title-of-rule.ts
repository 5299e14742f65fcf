import { type EventTitle, ruleLimits } from '#shared';
import { EventReading } from '../grouping/event-reading.ts';
import { fillerOf } from '../grouping/fingerprint.ts';
import { cutText, type JsonObject } from '../json/shape.ts';
import { SentEvent } from '../reading/sent-event.ts';
import { ruledOf } from '../reading/ruled.ts';

/** The title that a rule gives an event, in place of its type. Its message stays beside it, unless the title has it. */
export function withRuledTitle(
  title: EventTitle,
  event: JsonObject,
  sent = new SentEvent(event),
): EventTitle {
  const ruled = ruledOf(event)?.title;
  if (!ruled) return title;
  const filled = fillerOf(new EventReading(sent))(ruled.text).replaceAll(/\s+/g, ' ').trim();
  const type = cutText(filled, ruleLimits.titleLength);
  return { ...title, type, value: filled.includes(title.value) ? '' : title.value };
}
