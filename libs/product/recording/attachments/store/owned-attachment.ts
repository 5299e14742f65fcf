import type { ProcessedReport, ReceivedAttachment } from '#product/recording/reports';
import { toKeyName } from '#persistence/stores';

export interface OwnedAttachment extends ReceivedAttachment {
  readonly eventId: string;
  readonly origin: string;
  readonly reportId: number;
  /** The event that the feedback with which the file was sent is about. */
  readonly aboutEventId: string | undefined;
}

/** A file belongs to the event or the feedback with whose id it was sent. */
export function listOwned({
  origin,
  reportId,
  attachments = [],
  feedback = [],
}: Omit<ProcessedReport, 'events'>): OwnedAttachment[] {
  const said = feedback.filter(({ source }) => source === 'feedback');
  const own = new Map(said.map((each) => [toKeyName(each.projectId, each.id), each.eventId]));
  return attachments.flatMap((attachment) => {
    const { eventId, projectId } = attachment;
    if (eventId === undefined) return [];
    const aboutEventId = own.get(toKeyName(projectId, eventId));
    return { ...attachment, eventId, origin, reportId, aboutEventId };
  });
}
