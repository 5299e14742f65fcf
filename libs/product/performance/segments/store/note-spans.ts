import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { type Ending, type OutcomeCount, spanLimits } from '#shared';
import { groupByName, inChunks, type Schema } from '#persistence/stores';
import type { ProcessedReport } from '#product/recording/reports';
import type { SpanItem } from './span-item.ts';
import type { RecordingStep } from '#product/recording/steps';
import { SpanSums, toArrivals } from './span-sums.ts';

const STORED: Ending = { outcome: 'stored', reason: 'taken' };
const KNOWN: Ending = { outcome: 'duplicate', reason: 'content' };
const FULL: Ending = { outcome: 'filtered', reason: 'budget' };

interface SentSpans {
  readonly item: SpanItem;
  readonly publicKey: string;
}

/**
 * Writes the spans of a batch as one row a project. A job adds these rows to the counts, because a
 * batch would change hundreds of them.
 */
export const noteSpans: RecordingStep = {
  locks: 'belongings',
  listNamed: (reports) =>
    listSent(reports).flatMap(({ item: { projectId, segments, operations }, publicKey }) => {
      const pairs = groupByName([...segments, ...operations], ({ environment, release }) =>
        JSON.stringify([environment, release]),
      );
      return [...pairs.values()].map(([first]) => ({
        projectId,
        environment: first!.environment,
        release: first!.release,
        publicKey,
      }));
    }),
  async run({ transaction, reports, names, nowMs, outcomes }) {
    const sent = listSent(reports);
    if (sent.length === 0) return;
    const taken = sent.filter(({ item }) => item.taken > 0);
    const fresh = await claimItems(transaction, taken, nowMs);
    const byProject = groupByName([...fresh], ({ item }) => `${item.projectId}`);
    const waiting = await countWaiting(transaction, [...byProject.keys()].map(Number));
    const isFull = ({ item }: SentSpans) =>
      (waiting.get(item.projectId) ?? 0) >= spanLimits.arrivals;
    const rows = [...byProject].flatMap(([projectId, ofProject]) => {
      if (isFull(ofProject[0]!)) return [];
      const all = new SpanSums();
      for (const { item } of ofProject) all.addItem(item, names);
      return toArrivals(Number(projectId), all.sums);
    });
    await inChunks(
      rows.toSorted((a, b) => a.project_id - b.project_id),
      (chunk) => transaction.insertInto('span_arrivals').values(chunk).execute(),
    );
    outcomes.push(
      ...sent.flatMap((each) =>
        listOutcomes(each, !fresh.has(each) ? KNOWN : isFull(each) ? FULL : STORED),
      ),
    );
  },
};

/** Counts the rows of projects that wait to be added to the counts. */
async function countWaiting(
  transaction: Transaction<Schema>,
  projectIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (projectIds.length === 0) return new Map();
  const rows = await transaction
    .selectFrom('span_arrivals')
    .select(({ fn }) => ['project_id', fn.countAll<number | string>().as('count')])
    .where('project_id', 'in', projectIds)
    .groupBy('project_id')
    .execute();
  return new Map(rows.map(({ project_id, count }) => [project_id, Number(count)]));
}

function listSent(reports: readonly ProcessedReport[]): readonly SentSpans[] {
  return reports.flatMap(({ spans = [], publicKey }) => spans.map((item) => ({ item, publicKey })));
}

/**
 * Returns the items that were not counted within the hour. Processes that insert the same rows in
 * one order cannot deadlock.
 */
async function claimItems(
  transaction: Transaction<Schema>,
  sent: readonly SentSpans[],
  nowMs: number,
): Promise<ReadonlySet<SentSpans>> {
  // The first of equal ones counts.
  const byHash = new Map(sent.toReversed().map((each) => [toHash(each.item), each]));
  const rows = [...byHash.keys()].toSorted((a, b) => a - b).map((hash) => ({ hash, at: nowMs }));
  const claimed = await inChunks(rows, (chunk) =>
    transaction
      .insertInto('span_items')
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .column('hash')
          .doUpdateSet({ at: nowMs })
          .where('span_items.at', '<=', nowMs - spanLimits.itemKeptMs),
      )
      .returning('hash')
      .execute(),
  );
  return new Set(claimed.map(({ hash }) => byHash.get(hash)!));
}

function toHash({ projectId, content }: SpanItem): number {
  const hex = createHash('sha256').update(`${projectId}/${content}`).digest('hex');
  return Number.parseInt(hex.slice(0, 13), 16);
}

function listOutcomes({ item, publicKey }: SentSpans, ending: Ending): OutcomeCount[] {
  const { projectId, receivedAtMs: atMs, kind, taken, dropped } = item;
  return [{ ...ending, quantity: taken }, ...dropped]
    .filter(({ quantity }) => quantity > 0)
    .map((each) => ({ ...each, projectId, publicKey, atMs, kind }));
}
