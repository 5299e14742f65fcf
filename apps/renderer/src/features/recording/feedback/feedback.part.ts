import { cutLongTexts, takeFitting, weighText } from '#events';
import { to } from '#shared';
import type { NormalisedEvent } from '#shared';
import { IssuePart } from '../issue-page/index.ts';
import type { DescribedIssue, IssuePartLoader } from '../issue-page/index.ts';
import type { FeedbackPartProps, SaidOfEvent } from './feedback.dto.ts';
import { FeedbackService } from './feedback.service.ts';

/** Room of feedback on the page of an event. */
const FEEDBACK_BYTES = 25_000;

@IssuePart<typeof import('./views/issue.feedback.waiting.part.tsx')>(
  'feedback/issue.feedback.waiting.part',
  {
    at: 'after-trace',
    order: 20,
    section: { id: 'feedback', title: 'What users said' },
  },
)
export class FeedbackPart implements IssuePartLoader<FeedbackPartProps> {
  constructor(private readonly feedback: FeedbackService) {}

  async load({ issue: { id }, event }: DescribedIssue): Promise<FeedbackPartProps | undefined> {
    const all = event ? await this.feedback.listOfEvent(event) : [];
    if (!event || all.length === 0) return undefined;
    let cuts = 0;
    const shortened = cutLongTexts(all, (texts) => (cuts += texts));
    const feedback = takeFitting(shortened, FEEDBACK_BYTES, weigh);
    if (cuts === 0 && feedback.length === all.length) return { feedback };
    return { feedback, whole: to('/issues/:id/events/:event', { id, event: event.eventId }) };
  }

  async toJson(event: Pick<NormalisedEvent, 'projectId' | 'eventId'>): Promise<object> {
    const feedback = await this.feedback.listOfEvent(event);
    return feedback.length > 0 ? { feedback } : {};
  }
}

function weigh({ name, email, url, message }: SaidOfEvent): number {
  return 700 + weighText(name) + weighText(email) + weighText(url) + weighText(message);
}
