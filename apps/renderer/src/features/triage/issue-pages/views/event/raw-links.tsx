import { to } from '#shared';
import type { StackFrame } from '#shared';
import { Link } from '#client-runtime';
import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import { copyAnswer, CopyButton } from '../../../../../ui/copy-button.tsx';

export const ShownEventContext = createContext({
  issueId: 0,
  eventId: '',
  platform: '',
  /** All frames of the event, in the order by which parts at frames are named. */
  frames: [] as readonly StackFrame[],
});

const linkClass = 'inline-flex items-center pointer-coarse:min-h-11 pointer-coarse:min-w-11';

export function RawLink({ children }: { readonly children: ReactNode }): ReactNode {
  const { issueId, eventId } = useContext(ShownEventContext);
  return (
    <Link
      href={to('/issues/:id/events/:event', { id: issueId, event: eventId })}
      target="_blank"
      prefetch="none"
      className={linkClass}
    >
      {children}
    </Link>
  );
}

export function RawDownload(): ReactNode {
  const { issueId, eventId } = useContext(ShownEventContext);
  return (
    <Link
      href={to('/issues/:id/events/:event', { id: issueId, event: eventId }, { query: 'download' })}
      download=""
      prefetch="none"
      className={linkClass}
    >
      Download<span className="sr-only"> the event as JSON</span>
    </Link>
  );
}

export function EventMarkdown(): ReactNode {
  const { issueId, eventId } = useContext(ShownEventContext);
  return (
    <span className="inline-flex items-center">
      <Link
        href={to('/issues/:id/events/:event/markdown', { id: issueId, event: eventId })}
        target="_blank"
        prefetch="none"
        className={linkClass}
      >
        Markdown
      </Link>
      <CopyButton
        text={`${issueId}/events/${eventId}/markdown`}
        write={copyAnswer}
        label="event as Markdown"
      />
    </span>
  );
}

export function StackText(): ReactNode {
  const { issueId, eventId } = useContext(ShownEventContext);
  const address = `${issueId}/events/${eventId}/stack`;
  return (
    <>
      <Link
        href={to('/issues/:id/events/:event/stack', { id: issueId, event: eventId })}
        target="_blank"
        prefetch="none"
        className={linkClass}
      >
        <span className="sr-only">Stack trace </span>As text
      </Link>
      <CopyButton text={address} write={copyAnswer} label="stack trace" />
    </>
  );
}
