import {
  fieldLimits,
  type Hiding,
  type JsonObject,
  readObject,
  readText,
  withoutUndefined,
} from '#events';
import type { Feedback } from '#product/recording/reports';
import { reportLimits, toHexId } from '#shared';
import {
  declareItems,
  deriveId,
  type ItemPlace,
  mistake,
  parseItem,
  type ReadItem,
  type SpooledItem,
} from '#product/recording/reports/relay';

type Hides = Pick<Hiding, 'hideIn'>;

type Said = Pick<Feedback, 'message' | 'name' | 'email' | 'url' | 'eventId'>;

export const feedbackItems = declareItems({
  list: 'feedback',
  types: {
    feedback: {
      kind: 'feedback',
      read: readFeedbackItem,
      examples: ['{"contexts":{"feedback":{"message":$,"contact_email":$,"name":$,"url":$}}}'],
    },
    user_report: {
      kind: 'default',
      read: readUserReportItem,
      examples: ['{"event_id":$,"comments":$,"email":$,"name":$}'],
    },
  },
});

function readFeedbackItem(
  item: SpooledItem,
  { report, item: position, hiding }: ItemPlace,
): ReadItem<Feedback> {
  const parsed = parseItem(item);
  if (!parsed.ok) return parsed;
  const said = readFeedback(parsed.value, hiding);
  if (said === 'empty') return { ok: true, isEmpty: true };
  if (!said) return mistake('The feedback has no text.');
  const { projectId, receivedAtMs } = report;
  const id = toHexId(parsed.value['event_id']) ?? deriveId(report, `feedback ${position}`);
  return { ok: true, item: { ...said, source: 'feedback', id, projectId, receivedAtMs } };
}

function readUserReportItem(item: SpooledItem, { report, hiding }: ItemPlace): ReadItem<Feedback> {
  const parsed = parseItem(item);
  if (!parsed.ok) return parsed;
  const said = readUserReport(parsed.value, hiding);
  if (said === 'empty') return { ok: true, isEmpty: true };
  const id = said?.eventId ?? report.eventId;
  if (!said || id === undefined) return mistake('The user report has no text, or names no event.');
  const { projectId, receivedAtMs } = report;
  const owned = { eventId: id, id, projectId, receivedAtMs };
  return { ok: true, item: { ...said, source: 'user_report', ...owned } };
}

/**
 * Reads a user's text from `contexts.feedback` of an item that is shaped like an event. Returns
 * undefined when there is no text in this form.
 * https://develop.sentry.dev/sdk/data-model/envelope-items/#user-feedback
 */
export function readFeedback(payload: JsonObject, hiding: Hides): Said | 'empty' | undefined {
  const context = readObject(readObject(payload['contexts'])?.['feedback']);
  if (!context) return undefined;
  const said = {
    message: context['message'],
    name: context['name'],
    email: context['contact_email'],
    url: context['url'],
    eventId: context['associated_event_id'],
  };
  return toSaid(said, hiding);
}

/** Reads the older format, which allows one report per event. */
export function readUserReport(payload: JsonObject, hiding: Hides): Said | 'empty' | undefined {
  const { comments: message, name, email, event_id: eventId } = payload;
  return toSaid({ message, name, email, eventId }, hiding);
}

function toSaid(
  source: Partial<Record<keyof Said, unknown>>,
  hiding: Hides,
): Said | 'empty' | undefined {
  const text = source.message ?? '';
  if (typeof text === 'string' && text.trim() === '') return 'empty';
  const read = (value: unknown, maxLength: number) => readHidden(value, maxLength, hiding);
  const message = read(source.message, reportLimits.feedbackLength);
  if (message === undefined) return undefined;
  return {
    message,
    ...withoutUndefined({
      name: read(source.name, fieldLimits.user),
      email: read(source.email, fieldLimits.user),
      url: read(source.url, fieldLimits.address),
      eventId: toHexId(source.eventId),
    }),
  };
}

/** Hides secrets before it cuts the text, because half a secret would not be recognised. */
function readHidden(value: unknown, maxLength: number, hiding: Hides): string | undefined {
  const text = typeof value === 'string' ? hiding.hideIn(value.trim()) : value;
  return readText(text, maxLength);
}
