import type { ProcessedReport } from '#product/recording/reports';

export function listReceipts(reports: readonly ProcessedReport[]): number[] {
  return reports.flatMap(({ events, attachments = [] }) => [
    ...events.map(({ event }) => event.receivedAtMs),
    ...attachments.map(({ receivedAtMs }) => receivedAtMs),
  ]);
}
