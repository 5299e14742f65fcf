import type { ProcessedReport, ReceivedAttachment } from '../report.store.ts';

/** An attachment with the report that brings it. */
export interface OwnedAttachment extends ReceivedAttachment {
  readonly eventId: string;
  readonly origin: string;
  readonly reportId: number;
}

/** Those that name what they belong to. */
export function listOwned({ origin, reportId, attachments }: ProcessedReport): OwnedAttachment[] {
  return attachments.flatMap((attachment) => {
    const { eventId } = attachment;
    return eventId === undefined ? [] : { ...attachment, eventId, origin, reportId };
  });
}
