import type { Transaction } from 'kysely';
import { madeIdPattern, monitorLimits, toMadeId } from '#shared';
import type { Schema } from '#persistence/stores';
import type { CheckIn } from './check-in.ts';
import type { FoundEnvironment } from './find-environment.ts';

const MINUTE_MS = 60_000;
/** A beginning that is sent again follows the first within this time. */
const RESENT_MS = 5 * MINUTE_MS;

interface Noted {
  readonly checkIn: CheckIn;
  readonly environment: FoundEnvironment;
}

/**
 * Writes a check-in into its run, or adds a run. Returns false when the check-in changes nothing.
 */
export async function noteRun(
  transaction: Transaction<Schema>,
  { checkIn, environment }: Noted,
): Promise<boolean> {
  const run = await findRun(transaction, checkIn, environment.id);
  if (run) return continueRun(transaction, { checkIn, environment, run });
  await addRun(transaction, { checkIn, environment });
  if (environment.hasNewRun) return true;
  environment.hasNewRun = true;
  await dropFalseMiss(transaction, { checkIn, environment });
  const { lastRunAtMs = 0 } = environment;
  await transaction
    .updateTable('monitor_environments')
    .set({ look_at: 0, last_run_at: Math.max(lastRunAtMs, checkIn.receivedAtMs) })
    .where('id', '=', environment.id)
    .execute();
  return true;
}

type FoundRun = NonNullable<Awaited<ReturnType<typeof findRun>>>;

/**
 * Finds the run with the check-in's id. For a check-in without an id, finds the latest run in
 * progress, unless the check-in begins a new run.
 */
async function findRun(
  transaction: Transaction<Schema>,
  { id, newId, status }: CheckIn,
  environmentId: number,
) {
  const runs = transaction
    .selectFrom('monitor_runs')
    .select(['id', 'status', 'started_at', 'duration_ms'])
    .where('environment_id', '=', environmentId);
  const wanted = id ?? (status === 'in_progress' ? toMadeId(newId) : undefined);
  if (wanted !== undefined) return runs.where('check_in_id', '=', wanted).executeTakeFirst();
  const open = await runs
    .where('status', '=', 'in_progress')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  // A repeated report has the same `newId` as before.
  return open ?? runs.where('check_in_id', '=', toMadeId(newId)).executeTakeFirst();
}

/**
 * Applies a further check-in to its run. A run that has ended stays unchanged, except that a late
 * end gives a timed-out run its duration.
 */
async function continueRun(
  transaction: Transaction<Schema>,
  { checkIn, environment, run }: Noted & { readonly run: FoundRun },
): Promise<boolean> {
  const { status, receivedAtMs, durationMs } = checkIn;
  const runs = transaction.updateTable('monitor_runs').where('id', '=', run.id);
  if (run.status === 'in_progress' && status === 'in_progress') {
    await runs.set({ timeout_at: toTimeout(receivedAtMs, environment) }).execute();
  } else if (run.status === 'in_progress' || run.status === 'unknown') {
    await runs
      .set({
        status,
        ...(status === 'in_progress'
          ? { timeout_at: toTimeout(receivedAtMs, environment), ended_at: null, is_judged: 0 }
          : toEnd(checkIn, run.started_at)),
      })
      .execute();
    if (status !== 'in_progress' && checkIn.id === undefined)
      await settleOlder(transaction, { checkIn, environment, run });
  } else if (run.status === 'timeout' && run.duration_ms === null && status !== 'in_progress') {
    const took = durationMs ?? Math.max(0, receivedAtMs - run.started_at);
    await runs.set({ duration_ms: took }).execute();
    return true;
  } else return false;
  if (environment.hasNewRun) return true;
  await transaction
    .updateTable('monitor_environments')
    .set({ look_at: 0 })
    .where('id', '=', environment.id)
    .execute();
  return true;
}

/**
 * Settles runs in progress to which Errata gave their ids, and that began right before this one. A
 * beginning that is sent again after an answer that was lost, as `curl --retry` does, would time out
 * although its job was well. Older ones may hang.
 */
async function settleOlder(
  transaction: Transaction<Schema>,
  { checkIn, environment, run }: Noted & { readonly run: FoundRun },
): Promise<void> {
  await transaction
    .updateTable('monitor_runs')
    .set({ status: 'unknown', ended_at: checkIn.receivedAtMs, timeout_at: null, is_judged: 1 })
    .where('environment_id', '=', environment.id)
    .where('status', '=', 'in_progress')
    .where('started_at', '<=', run.started_at)
    .where('started_at', '>=', run.started_at - RESENT_MS)
    .where('id', '!=', run.id)
    .where('check_in_id', 'like', madeIdPattern)
    .execute();
}

async function addRun(
  transaction: Transaction<Schema>,
  { checkIn, environment }: Noted,
): Promise<void> {
  const { projectId, id, newId, status, receivedAtMs, durationMs } = checkIn;
  await transaction
    .insertInto('monitor_runs')
    .values({
      environment_id: environment.id,
      project_id: projectId,
      check_in_id: id ?? toMadeId(newId),
      status,
      started_at: receivedAtMs,
      release: checkIn.release ?? null,
      trace_id: checkIn.traceId ?? null,
      ...(status === 'in_progress'
        ? { timeout_at: toTimeout(receivedAtMs, environment) }
        : { ended_at: receivedAtMs, duration_ms: durationMs ?? null }),
    })
    .execute();
}

/** Deletes a missed run whose check-in arrived in time but was recorded late. */
async function dropFalseMiss(
  transaction: Transaction<Schema>,
  { checkIn: { receivedAtMs }, environment }: Noted,
): Promise<void> {
  const marginMs = environment.marginMinutes * MINUTE_MS;
  await transaction
    .deleteFrom('monitor_runs')
    .where('environment_id', '=', environment.id)
    .where('status', 'in', ['missed', 'unknown'])
    .where('started_at', '>=', receivedAtMs - marginMs)
    .where('started_at', '<=', receivedAtMs + monitorLimits.earlyMs)
    .where('expected_at', 'is not', null)
    .execute();
}

function toEnd({ receivedAtMs, durationMs }: CheckIn, startedAtMs: number) {
  return {
    ended_at: receivedAtMs,
    duration_ms: durationMs ?? Math.max(0, receivedAtMs - startedAtMs),
    timeout_at: null,
    is_judged: 0,
  };
}

function toTimeout(fromMs: number, { runtimeMinutes }: FoundEnvironment): number {
  return fromMs + runtimeMinutes * MINUTE_MS;
}
