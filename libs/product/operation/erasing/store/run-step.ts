import { sql, type Transaction } from 'kysely';
import { erasureLimits } from '#shared';
import type { DatabaseDialect, DayTables, Schema } from '#persistence/stores';
import { writeAudit } from '#product/people/audit';
import { raiseProjects } from '#product/recording/changes';
import { findLastPosition } from '#product/recording/logs';
import { createReportSeal } from '#product/recording/failed-reports';
import { UserSeal } from '#product/recording/issues';
import type { ErasingPhase } from '#product/recording/steps';
import { addCounts, type ErasureRow, openName, readCounts } from './erasure-row.ts';
import { erasurePhases, isTextPhase, type CreatePersonEraser } from './erasure.types.ts';
import type { NameSeal } from './name-seal.ts';
import { eraseDeliveries, eraseOutbox } from './steps/erase-alerts.ts';
import { eraseEvents } from './steps/erase-events.ts';
import { dropFilesOf, eraseFiles } from './steps/drop-files.ts';
import { eraseIssues, eraseKeys } from './steps/erase-heads.ts';
import { eraseLogs } from './steps/erase-logs.ts';
import { eraseReports } from './steps/erase-reports.ts';
import { eraseTexts } from './steps/erase-texts.ts';
import { eraseTags, foldAll } from './steps/erase-tags.ts';
import {
  type ErasureStep,
  findLastId,
  isErasing,
  openWindow,
  type StepResult,
} from './steps/erasure-step.ts';

interface Options {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
  readonly days: DayTables;
  readonly phases: readonly ErasingPhase[];
  readonly secret: string;
  readonly seal: NameSeal;
  readonly openPerson: CreatePersonEraser;
  readonly nowMs: number;
}

function selectAtWork(db: Transaction<Schema>) {
  return db
    .selectFrom('erasures')
    .selectAll()
    .where('state', 'in', ['searching', 'erasing'])
    .orderBy('id')
    .limit(1);
}

/**
 * Runs one step of the oldest open search or erasure. Returns false when none is open, or another
 * process has locked it.
 */
export async function runStep(options: Options): Promise<boolean> {
  const { transaction, dialect, days, phases, seal, openPerson, nowMs } = options;
  const atWork = selectAtWork(transaction);
  const found = await (
    dialect.hasConcurrentWriters ? atWork.forUpdate().skipLocked() : atWork
  ).executeTakeFirst();
  const row = found && (await leaveWaiting(options, found));
  if (!row) return false;
  const name = openName(row, seal);
  if (!name) {
    // The name is unreadable, because ERRATA_SECRET has changed.
    await end(transaction, row.id, 'forgotten', nowMs);
    return true;
  }
  const person = openPerson({ kind: row.kind, value: name.value }, name.others);
  const userSeal = new UserSeal(options.secret);
  const changed = new Set<number>();
  const step = { transaction, dialect, days, phases, row, name, person, userSeal, changed, nowMs };
  const result = await run(step, options.secret);
  await keepOthers(options, { row, name }, result);
  await storeProgress(step, result);
  await raiseProjects(transaction, step.changed);
  return true;
}

/** `reached_id` of a phase that has begun to wait, until `leaveWaiting`. */
const WAITING = -1;

/**
 * Returns the columns with which a phase begins that waits first. `last_id` is the time by the
 * database's clock up to which it waits for transactions, because they have taken ids and cannot be
 * read yet.
 */
export async function beginWaiting(
  transaction: Transaction<Schema>,
  { nowMs }: DatabaseDialect,
  phase: string,
) {
  const { rows } = await sql<{ now: number }>`select ${nowMs} as now`.execute(transaction);
  return { phase, reached_id: WAITING, last_id: rows[0]!.now };
}

/**
 * Returns undefined while a transaction runs that had written before the phase began. Transactions
 * of other roles, such as those of a replica, write nothing of Errata's. The time that the phase
 * began at is rounded to a millisecond.
 */
async function leaveWaiting(
  { transaction, dialect, days }: Options,
  row: ErasureRow,
): Promise<ErasureRow | undefined> {
  if (row.reached_id !== WAITING) return row;
  const { rows: running } = dialect.hasConcurrentWriters
    ? await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and usename = current_user
          and pid <> pg_backend_pid() and backend_xid is not null
          and xact_start <= to_timestamp((${row.last_id}::float8 + 1) / 1000)`.execute(transaction)
    : { rows: [] };
  if (running.length > 0) return undefined;
  const begun = await begin(transaction, row.phase, days);
  const erasure = transaction.updateTable('erasures').set(begun).where('id', '=', row.id);
  return erasure.returningAll().executeTakeFirst();
}

async function run(step: ErasureStep, secret: string): Promise<StepResult> {
  const { phase } = step.row;
  const registered = step.phases.find(({ table }) => table === phase);
  if (registered) return runRegistered(step, registered);
  if (phase === 'events') return eraseEvents(step);
  if (phase === 'keys') return eraseKeys(step);
  if (phase === 'issues') return eraseIssues(step);
  if (phase === 'attachments') return eraseFiles(step);
  if (phase === 'tags') return eraseTags(step);
  if (phase === 'outbox') return eraseOutbox(step);
  if (phase === 'deliveries') return eraseDeliveries(step);
  if (phase === 'logs') return eraseLogs(step);
  if (isTextPhase(phase)) return eraseTexts(step, phase);
  // The next phase, `tags`, searches only tags that are stored when it begins. `foldAll` therefore
  // stores the tags that wait in the journal. A search must not change anything, so only erasures
  // do this.
  if (isErasing(step)) await foldAll(step);
  return eraseReports(step, createReportSeal(secret));
}

async function runRegistered(step: ErasureStep, phase: ErasingPhase): Promise<StepResult> {
  const { transaction, dialect, person } = step;
  const { found, reachedId } = await phase.find(transaction, openWindow(step), person);
  // A search drops nothing, so it leaves files of found events for the phase of events to count.
  const own = found.filter(({ isOfFoundEvent }) => isErasing(step) || !isOfFoundEvent);
  const owners = own.flatMap(({ owner }) => owner ?? []);
  const files = await dropFilesOf(step, owners);
  if (isErasing(step)) for (const { erase } of found) await erase(transaction, dialect);
  return { reachedId, counts: { [phase.table]: found.length, files } };
}

/** Keeps the names that events told of the person, for the logs. */
async function keepOthers(
  { transaction, seal }: Pick<Options, 'transaction' | 'seal'>,
  { row, name }: Pick<ErasureStep, 'row' | 'name'>,
  { others: found = [] }: StepResult,
): Promise<void> {
  const known = name.others ?? [];
  const others = new Map([...known, ...found].map((other) => [other.value, other]));
  if (others.size === known.length) return;
  const kept = [...others.values()].slice(0, erasureLimits.otherNames);
  const sealed = seal.sealAgain({ ...name, others: kept }, row.name_hash);
  await transaction
    .updateTable('erasures')
    .set({ name: sealed })
    .where('id', '=', row.id)
    .execute();
}

async function storeProgress(
  step: ErasureStep,
  { reachedId, counts: more }: StepResult,
): Promise<void> {
  const { transaction, phases, row, nowMs } = step;
  const counts = addCounts(readCounts(row), more);
  const isOver = reachedId >= row.last_id;
  const names = listPhases(phases);
  const next = isOver ? names[names.indexOf(row.phase) + 1] : row.phase;
  const place = isOver ? await beginNext(step, next ?? names[0]!) : { reached_id: reachedId };
  await transaction
    .updateTable('erasures')
    .set({ counts: JSON.stringify(counts), ...place })
    .where('id', '=', row.id)
    .execute();
  if (next !== undefined) return;
  if (row.state === 'searching') {
    const found = transaction.updateTable('erasures').set({ state: 'found' });
    await found.where('id', '=', row.id).execute();
    return;
  }
  await forgetAnswers(transaction);
  await end(transaction, row.id, 'erased', nowMs);
  const { looked: _, ...to } = counts;
  await writeAudit(transaction, [{ ...toEntry(row, nowMs), what: 'person-data.erased', to }]);
}

/** A relay may still be writing an alert about a title that it read before that was erased. */
function beginNext(step: ErasureStep, phase: string) {
  const { transaction, dialect, days } = step;
  return phase === 'outbox' && isErasing(step)
    ? beginWaiting(transaction, dialect, phase)
    : begin(transaction, phase, days);
}

/** Empties the answers that repeated forms would get. A repeated form still runs only once. */
async function forgetAnswers(transaction: Transaction<Schema>): Promise<void> {
  await transaction
    .updateTable('idempotency_keys')
    .set({ headers: null, body: null })
    .where('body', 'is not', null)
    // Answers that are shown once have no body, and say so.
    .where('status', '!=', 204)
    .execute();
}

/** Builds an audit log entry, which identifies the person only by the keyed hash. */
export function toEntry(row: ErasureRow, atMs: number) {
  return {
    atMs,
    byUserId: row.asked_by ?? undefined,
    projectId: row.project_id ?? undefined,
    target: row.name_hash,
  };
}

export function listPhases(registered: readonly ErasingPhase[]): readonly string[] {
  return [...registered.map(({ table }) => table), ...erasurePhases];
}

/** Returns the columns with which a phase begins. The phase ignores rows that are stored later. */
export async function begin(transaction: Transaction<Schema>, phase: string, days: DayTables) {
  const lastId =
    phase === 'logs' ? await findLastPosition(days) : await findLastId(transaction, phase);
  return { phase, reached_id: 0, last_id: lastId };
}

async function end(
  transaction: Transaction<Schema>,
  id: number,
  state: 'erased' | 'forgotten',
  nowMs: number,
): Promise<void> {
  await transaction
    .updateTable('erasures')
    .set({ state, name: null, ended_at: nowMs })
    .where('id', '=', id)
    .execute();
}

/**
 * Deletes the names of searches that led to no erasure in time, and deletes entries that ended long
 * ago.
 */
export async function forgetOld(transaction: Transaction<Schema>, nowMs: number): Promise<void> {
  await transaction
    .updateTable('erasures')
    .set({ state: 'forgotten', name: null, ended_at: nowMs })
    .where('state', 'in', ['searching', 'found'])
    .where('asked_at', '<', nowMs - erasureLimits.searchKeptMs)
    .execute();
  await transaction
    .deleteFrom('erasures')
    .where('ended_at', '<', nowMs - erasureLimits.endedKeptMs)
    .execute();
}
