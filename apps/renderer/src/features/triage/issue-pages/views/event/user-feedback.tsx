import type { ReactNode } from 'react';
import { RelativeTime } from '../../../../../ui/time/relative-time.tsx';
import type { FeedbackItem } from '../../companions/companions.dto.ts';
import { RawLink } from './raw-links.tsx';
import { FoldSection } from '../../../../recording/issue-page/views/index.ts';

interface UserFeedbackProps {
  readonly feedback: readonly FeedbackItem[] | undefined;
  readonly hasMore: boolean | undefined;
}

/** URLs and email addresses never become links here, since anybody can send feedback. */
export function UserFeedback({ feedback, hasMore }: UserFeedbackProps): ReactNode {
  if (!feedback) return null;
  return (
    <FoldSection id="feedback" count={feedback.length} title="What users said">
      <ul className="grid gap-3 text-sm">
        {feedback.map(({ name, email, url, message, receivedAtMs }, index) => (
          <li key={index}>
            <p className="text-xs wrap-anywhere text-faint">
              {[name ?? 'Somebody', email, url].map(
                (part, position) =>
                  part !== undefined && (
                    <bdi key={position} className="mr-3">
                      {part}
                    </bdi>
                  ),
              )}
              <RelativeTime atMs={receivedAtMs} />
            </p>
            <p className="wrap-anywhere whitespace-pre-wrap">
              <bdi>{message}</bdi>
            </p>
          </li>
        ))}
      </ul>
      {hasMore && <RawLink>More, as JSON</RawLink>}
    </FoldSection>
  );
}
