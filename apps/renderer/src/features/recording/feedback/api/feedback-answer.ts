import type { ListedFeedback } from '#product/recording/feedback';

export function toFeedbackAnswer(said: ListedFeedback): object {
  const { id, name, email, message, receivedAtMs, about } = said;
  return {
    id: String(id),
    eventID: about?.eventId ?? null,
    issue: about ? { id: String(about.issueId) } : null,
    name: name ?? '',
    email: email ?? '',
    comments: message,
    dateCreated: new Date(receivedAtMs).toISOString(),
    user: null,
    event: about ? { id: about.eventId, eventID: about.eventId } : null,
  };
}
