import { type JsonObject, readObject, readText, fieldLimits, withoutUndefined } from '#events';
import type { Feedback } from '#persistence';
import { reportLimits, toHexId } from '#shared';

type Said = Pick<Feedback, 'message' | 'name' | 'email' | 'url' | 'eventId'>;

/**
 * What a user said, as `contexts.feedback` of an item that is shaped like an event. Undefined when it says
 * nothing. https://develop.sentry.dev/sdk/data-model/envelope-items/#user-feedback
 */
export function readFeedback(payload: JsonObject): Said | undefined {
  const context = readObject(readObject(payload['contexts'])?.['feedback']);
  if (!context) return undefined;
  return toSaid({
    message: context['message'],
    name: context['name'],
    email: context['contact_email'],
    url: context['url'],
    eventId: context['associated_event_id'],
  });
}

/** The same in the form of before: one for each event. */
export function readUserReport(payload: JsonObject): Said | undefined {
  const { comments: message, name, email, event_id: eventId } = payload;
  return toSaid({ message, name, email, eventId });
}

function toSaid(source: Partial<Record<keyof Said, unknown>>): Said | undefined {
  const message = readTrimmed(source.message, reportLimits.feedbackLength);
  if (message === undefined) return undefined;
  return {
    message,
    ...withoutUndefined({
      name: readTrimmed(source.name, fieldLimits.user),
      email: readTrimmed(source.email, fieldLimits.user),
      url: readTrimmed(source.url, fieldLimits.address),
      eventId: toHexId(source.eventId),
    }),
  };
}

function readTrimmed(value: unknown, maxLength: number): string | undefined {
  return readText(typeof value === 'string' ? value.trim() : value, maxLength);
}
