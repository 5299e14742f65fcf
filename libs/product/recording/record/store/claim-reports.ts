import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { inChunks, compareText, toKeyName } from '#persistence/stores';
import type { GroupedEvent, ProcessedReport } from '#product/recording/reports';

/**
 * Writes the identities of the reports and the names of their requests, and returns the reports of which both
 * are new. Each report so takes effect once, even when a renderer has sent it to two relays.
 */
export async function claimReports(
  transaction: Transaction<Schema>,
  reports: readonly ProcessedReport[],
): Promise<ProcessedReport[]> {
  const byName = new Map(reports.map((report) => [toReportName(report), report]));
  const claimed = await claimIdentities(transaction, [...byName.values()]);
  const found = claimed.flatMap((identity) => byName.get(toReportName(identity)) ?? []);
  const byRequest = new Map(found.map((report) => [report.request, report]));
  const requests = [...byRequest.keys()].flatMap((origin) =>
    origin ? { origin, reportId: 0 } : [],
  );
  const isNew = new Set(
    (await claimIdentities(transaction, requests)).map(({ origin }) => byRequest.get(origin)),
  );
  return found.filter((report) => !report.request || isNew.has(report));
}

type Identity = Pick<ProcessedReport, 'origin' | 'reportId'>;

async function claimIdentities(
  transaction: Transaction<Schema>,
  identities: readonly Identity[],
): Promise<readonly Identity[]> {
  const rows = identities
    .toSorted((a, b) => compareText(a.origin, b.origin) || a.reportId - b.reportId)
    .map(({ origin, reportId }) => ({ origin, report_id: reportId }));
  const claimed = await inChunks(rows, (chunk) =>
    transaction
      .insertInto('processed_reports')
      .values(chunk)
      .onConflict((conflict) => conflict.columns(['origin', 'report_id']).doNothing())
      .returning(['origin', 'report_id'])
      .execute(),
  );
  return claimed.map(({ origin, report_id: reportId }) => ({ origin, reportId }));
}

/**
 * Drops events whose id is already stored in their project. Keeps only the first of several events
 * with the same id in this batch.
 */
export async function dropKnownEvents(
  transaction: Transaction<Schema>,
  events: readonly GroupedEvent[],
): Promise<GroupedEvent[]> {
  const unknown = new Map<string, GroupedEvent>();
  for (const grouped of events) {
    const name = toEventName(grouped);
    if (!unknown.has(name)) unknown.set(name, grouped);
  }
  const projectIds = new Set(events.map(({ event }) => event.projectId));
  for (const projectId of projectIds) {
    const eventIds = [...unknown.values()]
      .filter(({ event }) => event.projectId === projectId)
      .map(({ event }) => event.eventId);
    const known = await inChunks(eventIds, (chunk) =>
      transaction
        .selectFrom('events')
        .select('event_id')
        .where('project_id', '=', projectId)
        .where('event_id', 'in', chunk)
        .execute(),
    );
    for (const { event_id } of known) unknown.delete(`${projectId}/${event_id}`);
  }
  return [...unknown.values()];
}

function toReportName({ origin, reportId }: { origin: string; reportId: number }): string {
  return `${reportId}/${origin}`;
}

function toEventName({ event }: GroupedEvent): string {
  return toKeyName(event.projectId, event.eventId);
}
