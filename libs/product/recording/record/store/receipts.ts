import type { ProcessedReport } from '#product/recording/reports';

/** When what these reports bring was received: of each event and attachment. */
export function listReceipts(reports: readonly ProcessedReport[]): number[] {
  return reports.flatMap(({ events, attachments }) => [
    ...events.map(({ event }) => event.receivedAtMs),
    ...attachments.map(({ receivedAtMs }) => receivedAtMs),
  ]);
}
