import { type Kysely, sql } from 'kysely';
import { decodePayload } from '#product/recording/reports';
import type { Schema } from '#persistence/stores';
import { ownsFiles } from '#product/recording/attachments';
import type { PersonEraser } from '../person-eraser.ts';
import { dropFilesOf } from './drop-files.ts';
import {
  type ErasureStep,
  findReached,
  type IdWindow,
  isErasing,
  openWindow,
  type StepResult,
} from './erasure-step.ts';

/**
 * Number of feedback rows that one query reads. The number is low, because each row comes with the
 * payload of its event.
 */
const ROWS = 50;
const TEXTS = ['name', 'email', 'url', 'message'] as const;

export interface FoundFeedback {
  readonly id: number;
  readonly project_id: number;
  readonly source: string;
  readonly feedback_id: string;
  readonly event_id: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly url: string | null;
  readonly message: string;
  readonly received_at: number;
  /** True when the person wrote the feedback; false when the feedback only contains their name. */
  readonly isEventUser: boolean;
  /** Truthy when files with the feedback's id belong to the feedback. SQLite returns 0 or 1. */
  readonly owns_files: unknown;
}

/**
 * Deletes the person's feedback with its files, and redacts their name in other people's feedback.
 * This phase precedes the events, because only an event's user shows who wrote feedback about it.
 */
export async function eraseFeedback(step: ErasureStep): Promise<StepResult> {
  const { transaction, person } = step;
  const { found, reachedId } = await readFeedback(transaction, openWindow(step), person);
  const own = found.filter(({ isEventUser }) => isEventUser);
  const owners = own
    .filter((said) => Boolean(said.owns_files))
    .map(({ project_id, feedback_id }) => ({ project_id, event_id: feedback_id }));
  const files = await dropFilesOf(step, owners);
  if (isErasing(step)) {
    for (const said of found) {
      const { id } = said;
      if (said.isEventUser) await transaction.deleteFrom('feedback').where('id', '=', id).execute();
      else {
        await transaction
          .updateTable('feedback')
          .set(redactTexts(said, person))
          .where('id', '=', id)
          .execute();
      }
    }
  }
  return { reachedId, counts: { feedback: found.length, files } };
}

export async function readFeedback(
  db: Kysely<Schema>,
  window: IdWindow,
  person: PersonEraser,
): Promise<{ found: FoundFeedback[]; reachedId: number }> {
  const rows = await selectFeedback(db, window);
  const found: FoundFeedback[] = [];
  for (const { encoding, body, ...said } of rows) {
    const isNamed = person.is(said.email ?? '') || person.is(said.name ?? '');
    const isEventUser =
      isNamed || (encoding !== null && body !== null && isUserOf({ encoding, body }, person));
    if (isEventUser || names(said, person)) found.push({ ...said, isEventUser });
  }
  return { found, reachedId: findReached(window, rows, ROWS) };
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
