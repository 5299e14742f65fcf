import { cutLongTexts, takeFitting, weighText } from '#events';
import { to } from '#shared';
import type { NormalisedEvent } from '#shared';
import { FeedbackStore } from '#product/recording/feedback';
import type { UserFeedback } from '#product/recording/feedback';
import { IssuePart } from '../issue-page/index.ts';
import type { DescribedIssue, IssuePartLoader } from '../issue-page/index.ts';

/** Room of feedback on the page of an event. */
const FEEDBACK_BYTES = 25_000;

type View = typeof import('./views/issue.feedback.waiting.part.tsx');

@IssuePart<View>('feedback/issue.feedback.waiting.part', {
  at: 'after-trace',
  order: 20,
  section: { id: 'feedback', title: 'What users said' },
})
export class FeedbackPart implements IssuePartLoader<Parameters<View['Part']>[0]> {
  constructor(private readonly feedback: FeedbackStore) {}

  async load({ issue: { id }, event }: DescribedIssue) {
    const all = event ? await this.feedback.list(event.projectId, event.eventId) : [];
    if (!event || all.length === 0) return undefined;
    let cuts = 0;
    const shortened = cutLongTexts(all, (texts) => (cuts += texts));
    const feedback = takeFitting(shortened, FEEDBACK_BYTES, weigh);
    if (cuts === 0 && feedback.length === all.length) return { feedback };
    return { feedback, whole: to('/issues/:id/events/:event', { id, event: event.eventId }) };
  }

  async toJson(event: Pick<NormalisedEvent, 'projectId' | 'eventId'>): Promise<object> {
    const feedback = await this.feedback.list(event.projectId, event.eventId);
    return feedback.length > 0 ? { feedback } : {};
  }
}

function weigh({ name, email, url, message }: UserFeedback): number {
  return 700 + weighText(name) + weighText(email) + weighText(url) + weighText(message);
}
