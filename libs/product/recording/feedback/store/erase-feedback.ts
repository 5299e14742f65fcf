import { type Kysely, sql, type Transaction } from 'kysely';
import { decodePayload } from '#product/recording/reports';
import type { Schema } from '#persistence/stores';
import type { ErasingPhase, IdWindow, PersonEraser } from '#product/recording/steps';
import { ownsFiles } from './owns-files.ts';

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

function toNamingRow({ encoding, body, ...said }: FoundFeedback, person: PersonEraser) {
  const isNamed = person.is(said.email ?? '') || person.is(said.name ?? '');
  const isEventUser =
    isNamed || (encoding !== null && body !== null && isUserOf({ encoding, body }, person));
  if (!isEventUser && !names(said, person)) return undefined;
  const { id, project_id, feedback_id, event_id: eventId, received_at: receivedAtMs } = said;
  const { name, email, url, message } = said;
  return {
    json: JSON.stringify({ eventId, name, email, url, message, receivedAtMs }),
    ...(isEventUser && said.owns_files ? { owner: { project_id, event_id: feedback_id } } : {}),
    erase: (transaction: Transaction<Schema>) =>
      isEventUser
        ? transaction.deleteFrom('feedback').where('id', '=', id).execute()
        : transaction
            .updateTable('feedback')
            .set(redactTexts(said, person))
            .where('id', '=', id)
            .execute(),
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
    .select(ownsFiles('feedback', sql.ref('feedback.project_id')).as('owns_files'))
    .where('feedback.id', '>', afterId)
    .where('feedback.id', '<=', upToId)
    .$if(projectId !== null, (query) => query.where('feedback.project_id', '=', projectId!))
    .orderBy('feedback.id')
    .limit(ROWS)
    .execute();
}

function isUserOf(payload: { encoding: string; body: Buffer }, person: PersonEraser): boolean {
  try {
    return person.eraseEvent(decodePayload(payload))?.isEventUser ?? false;
  } catch {
    return false;
  }
}

type Texts = Pick<FoundFeedback, (typeof TEXTS)[number]>;

function redactTexts(said: Texts, person: PersonEraser): Texts {
  const redact = (text: string | null) => (text === null ? null : person.redact(text));
  return {
    name: redact(said.name),
    email: redact(said.email),
    url: redact(said.url),
    message: person.redact(said.message),
  };
}

function names(said: Texts, person: PersonEraser): boolean {
  const redacted = redactTexts(said, person);
  return TEXTS.some((field) => redacted[field] !== said[field]);
}
