import { to } from '#shared';
import { Link } from '#client-runtime';
import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../../../ui/copy-button.tsx';

/** Which event the page shows. */
export const ShownEventContext = createContext({ issueId: 0, eventId: '', platform: '' });

const linkClass = 'inline-flex items-center pointer-coarse:min-h-11 pointer-coarse:min-w-11';

/** The event as it was sent, to be read in a tab of its own. */
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

/** The same, to be saved. */
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

/** The event as Markdown, for a ticket or an assistant: in a tab of its own, and onto the clipboard. */
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

/** The stack as its language prints it: in a tab of its own, and onto the clipboard. */
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

/** Relative to the page, whose address ends with the issue's id: so it stands under any path of ours. */
async function copyAnswer(address: string): Promise<void> {
  // Safari copies only what it was promised while the button was pressed.
  const text = fetch(address).then((answer) =>
    answer.ok ? answer.text() : Promise.reject(answer),
  );
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
}
