import type { Kysely, Transaction } from 'kysely';
import { decodePayload } from '#product/recording/reports';
import type { Schema } from '#persistence/stores';
import type { ErasingPhase, IdWindow, PersonEraser } from '#product/recording/steps';

/**
 * Number of feedback rows that one query reads. The number is low, because each row comes with the
 * payload of its event.
 */
const ROWS = 50;
const TEXTS = ['name', 'email', 'url', 'message'] as const;

type FoundFeedback = Awaited<ReturnType<typeof selectFeedback>>[number];

/**
 * Deletes the person's feedback with its files, and redacts their name in other people's feedback.
 */
export const feedbackErasing: ErasingPhase = {
  table: 'feedback',
  async find(db, window, person) {
    const rows = await selectFeedback(db, window);
    return {
      found: rows.flatMap((row) => toNamingRow(row, person) ?? []),
      reachedId: rows.length < ROWS ? window.upToId : rows.at(-1)!.id,
    };
  },
};

function toNamingRow(said: FoundFeedback, person: PersonEraser) {
  const { id, project_id, event_id: eventId, received_at: receivedAtMs } = said;
  const { name, email, url, message } = said;
  const redact = (text: string | null) => text && person.redact(text);
  const redacted = {
    name: redact(name),
    email: redact(email),
    url: redact(url),
    message: person.redact(message),
  };
  const event = findEventIn(said, person);
  const isTheirs = person.is(email ?? '') || person.is(name ?? '') || event?.isEventUser === true;
  if (!isTheirs && TEXTS.every((text) => redacted[text] === said[text])) return undefined;
  const hasFiles = isTheirs && said.source === 'feedback';
  return {
    json: JSON.stringify({ eventId, name, email, url, message, receivedAtMs }),
    owner: hasFiles ? { project_id, event_id: said.feedback_id } : undefined,
    isOfFoundEvent: event !== undefined,
    erase: (transaction: Transaction<Schema>) =>
      isTheirs
        ? transaction.deleteFrom('feedback').where('id', '=', id).execute()
        : transaction.updateTable('feedback').set(redacted).where('id', '=', id).execute(),
  };
}

function selectFeedback(db: Kysely<Schema>, { afterId, upToId, projectId }: IdWindow) {
  return db
    .selectFrom('feedback')
    .leftJoin('events', (join) =>
      join
        .onRef('events.project_id', '=', 'feedback.project_id')
        .onRef('events.event_id', '=', 'feedback.event_id'),
    )
    .leftJoin('event_payloads', 'event_payloads.id', 'events.id')
    .select(['feedback.id', 'feedback.project_id', 'feedback.source', 'feedback.feedback_id'])
    .select(['feedback.event_id', 'feedback.received_at', 'encoding', 'body'])
    .select(['feedback.name', 'feedback.email', 'feedback.url', 'feedback.message'])
    .where('feedback.id', '>', afterId)
    .where('feedback.id', '<=', upToId)
    .$if(projectId !== null, (query) => query.where('feedback.project_id', '=', projectId!))
    .orderBy('feedback.id')
    .limit(ROWS)
    .execute();
}

function findEventIn({ encoding, body }: FoundFeedback, person: PersonEraser) {
  if (encoding === null || body === null) return undefined;
  try {
    return person.findInEvent(decodePayload({ encoding, body }));
  } catch {
    return undefined;
  }
}
