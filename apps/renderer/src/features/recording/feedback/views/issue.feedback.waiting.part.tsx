import { Link } from '#client-runtime';
import type { Address } from '#shared';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import { FoldSection } from '../../issue-page/views/index.ts';

interface FeedbackPartProps {
  readonly feedback: readonly ({
    readonly [_ in 'name' | 'email' | 'url']?: string | undefined;
  } & { readonly message: string; readonly receivedAtMs: number })[];
  /** The event as JSON, with all feedback. Present when the page leaves out or shortens some. */
  readonly whole?: Address;
}

/** URLs and email addresses never become links here, since anybody can send feedback. */
export function Part({ feedback, whole }: FeedbackPartProps): ReactNode {
  return (
    <FoldSection id="feedback" count={feedback.length} title="What users said">
      <ul className="grid gap-3 text-sm">
        {feedback.map(({ name, email, url, message, receivedAtMs }, index) => (
          <li key={index}>
            <p className="text-xs wrap-anywhere text-faint">
              {[name ?? 'Somebody', email, url].map(
                (part, position) =>
                  part !== undefined && (
                    <bdi translate="no" key={position} className="mr-3">
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
      {whole !== undefined && (
        <Link
          href={whole}
          target="_blank"
          prefetch="none"
          className="inline-flex items-center pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        >
          More, as JSON
        </Link>
      )}
    </FoldSection>
  );
}
