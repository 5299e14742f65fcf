import type { ProcessedReport, ReceivedAttachment } from '#product/recording/reports';
import { toKeyName } from '#persistence/stores';

export interface OwnedAttachment extends ReceivedAttachment {
  readonly eventId: string;
  readonly origin: string;
  readonly reportId: number;
  /** The event that the file's feedback is about; absent when no such feedback owns the file. */
  readonly aboutEventId?: string;
}

export function listOwned(
  { origin, reportId, attachments, feedback }: Omit<ProcessedReport, 'events'>,
  abouts: ReadonlyMap<string, string>,
): OwnedAttachment[] {
  const said = feedback.filter(({ source }) => source === 'feedback');
  const own = new Map(said.map((each) => [toKeyName(each.projectId, each.id), each.eventId]));
  return attachments.flatMap((attachment) => {
    const { eventId, projectId } = attachment;
    if (eventId === undefined) return [];
    const name = toKeyName(projectId, eventId);
    const aboutEventId = abouts.get(name) ?? own.get(name);
    return {
      ...attachment,
      eventId,
      origin,
      reportId,
      ...(aboutEventId === undefined ? {} : { aboutEventId }),
    };
  });
}
