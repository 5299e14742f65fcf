import { Link } from '#client-runtime';
import { to } from '#shared';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FileList } from '../../../../ui/files/file-list.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { FeedbackController } from '../feedback.controller.ts';

const ISSUE = 'col-start-2 min-w-0 text-xs text-faint wide:flex-1 wide:basis-48 wide:pt-0.5';
const FILE = '/feedback/:id/attachments/:attachment';

type FeedbackRow = PropsOf<FeedbackController['list']>['rows'][number];

interface FeedbackEntryProps {
  readonly row: FeedbackRow;
  readonly hasProject: boolean;
  readonly isPending: boolean;
}

/** Web and mail addresses in feedback never become links, since anybody can send feedback. */
export function FeedbackEntry(props: FeedbackEntryProps): ReactNode {
  const { row, isPending } = props;
  const { id, name = 'Somebody', message, done, assignee, mayChange } = row;
  const words = `${name}: ${message.slice(0, 50)}`;
  const act = done ? 'Reopen' : 'Done';
  const who = `Assigned to ${assignee?.name}`;
  return (
    <li
      id={row.isOpen ? `feedback-${id}` : undefined}
      className={isPending ? 'feedback-row record-pending' : 'feedback-row'}
    >
      {mayChange && (
        <label className="check row-start-2 -mr-4 -ml-3 size-11 wide:-mx-2 wide:size-8">
          <input type="checkbox" name="feedback" value={id} aria-label={words} />
        </label>
      )}
      <div className="feedback-said">
        <Screenshot {...props} />
        <Words {...props} />
      </div>
      <Issue row={row} />
      <span className="wide:w-5 wide:pt-2">
        {assignee && (
          <i role="img" aria-label={who} title={who} className="initials">
            {assignee.initials}
          </i>
        )}
      </span>
      {mayChange && (
        <Button
          name="change"
          value={`${done ? 'reopen' : 'done'}-${id}`}
          aria-label={`${act}, ${words}`}
        >
          {act}
        </Button>
      )}
    </li>
  );
}

function Screenshot({ row: { id, name = 'somebody', files = [] } }: FeedbackEntryProps): ReactNode {
  const shot = files.find(
    ({ preview, contentType }) =>
      preview && preview.kind !== 'text' && contentType.startsWith('image/'),
  );
  if (!shot) return null;
  return (
    <Link
      href={to(`${FILE}/preview`, { id, attachment: shot.id })}
      target="_blank"
      prefetch="none"
      className="flex h-16 w-24 shrink-0 items-center justify-center overflow-hidden border border-rule bg-raised text-xs"
    >
      {shot.preview?.kind === 'image' ? (
        <img
          src={shot.preview.src}
          alt={`Screenshot by ${name}`}
          width={96}
          height={64}
          loading="lazy"
          className="size-full object-cover object-top"
        />
      ) : (
        <span>
          Screenshot<span className="sr-only">{` by ${name}`}</span>
        </span>
      )}
    </Link>
  );
}

function Words({ row, hasProject }: FeedbackEntryProps): ReactNode {
  const { project, name = 'Somebody', email, message, receivedAtMs, done, whole } = row;
  return (
    <div className="min-w-0 flex-1">
      <p className="feedback-by">
        <bdi translate="no" className="min-w-0 truncate font-semibold text-ink">
          {name}
        </bdi>
        {email !== undefined && (
          <bdi translate="no" className="min-w-0 truncate">
            {email}
          </bdi>
        )}
        <RelativeTime atMs={receivedAtMs} />
        {hasProject && <span>{project}</span>}
        {done && (
          <span>
            done <RelativeTime atMs={done.atMs} />
            {done.by !== undefined && ` by ${done.by}`}
          </span>
        )}
      </p>
      {whole === undefined ? (
        <Fold {...row} />
      ) : (
        <Link
          href={whole}
          scroll={false}
          prefetch="none"
          className="feedback-words flex max-w-160 gap-2 text-sm wrap-anywhere no-underline pointer-coarse:min-h-11"
        >
          <bdi>{message}</bdi>
        </Link>
      )}
    </div>
  );
}

/** Opens at one tap, and has everything already. */
function Fold({ id, message, url, files, hasMoreFiles, isOpen }: FeedbackRow): ReactNode {
  return (
    <details open={isOpen} className="feedback-words max-w-160 text-sm whitespace-pre-wrap">
      <summary className="flex cursor-pointer list-none gap-2 wrap-anywhere pointer-coarse:min-h-11">
        <bdi>{message}</bdi>
      </summary>
      {url !== undefined && (
        <p className="text-xs wrap-anywhere text-faint">
          on <bdi translate="no">{url}</bdi>
        </p>
      )}
      {files && (
        <FileList
          files={files}
          toFile={(file) => to(FILE, { id, attachment: file })}
          toPreview={(file) => to(`${FILE}/preview`, { id, attachment: file })}
        />
      )}
      {files && hasMoreFiles && (
        <p className="text-xs">{`There are more files: these are the first ${files.length}.`}</p>
      )}
    </details>
  );
}

function Issue({ row: { issue } }: { readonly row: FeedbackRow }): ReactNode {
  if (!issue) return <p className={ISSUE}>No error with it</p>;
  const { href, shortId, title, isResolved } = issue;
  return (
    <p className={ISSUE}>
      <Link
        href={href}
        prefetch="intent"
        title={title}
        className="flex items-center pointer-coarse:min-h-11"
      >
        <span className="line-clamp-2 wrap-anywhere">
          {`${shortId} `}
          <bdi translate="no">{title}</bdi>
        </span>
      </Link>
      {isResolved && 'Issue resolved'}
    </p>
  );
}
