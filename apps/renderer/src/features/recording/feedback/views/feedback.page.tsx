import { to } from '#shared';
import { Link, useLive } from '#client-runtime';
import type { ReactNode } from 'react';
import { FileList } from '../../../../ui/files/file-list.tsx';
import { FilterBar } from '../../../../ui/filter-bar/filter-bar.tsx';
import { NothingFound } from '../../../../ui/filter-bar/nothing-found.tsx';
import { NewestOlder } from '../../../../ui/newest-older.tsx';
import { PAGE_EVERY_MS } from '../../../../ui/page-every-ms.ts';
import { Section } from '../../../../ui/section.tsx';
import { SnippetBlock } from '../../../../ui/snippet-block.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { FeedbackProps, FeedbackRow } from '../feedback.dto.ts';

export function Page(props: FeedbackProps): ReactNode {
  const { nowMs, rows, hasProjects, filters, without, newest, older } = props;
  const isNarrowed = (filters.clear ?? newest) !== undefined;
  useLive({ everyMs: PAGE_EVERY_MS });
  return (
    <NowProvider nowMs={nowMs}>
      <h1 className="page-title">Feedback</h1>
      {(rows.length > 0 || isNarrowed) && <FilterBar {...filters} action="/feedback" />}
      {rows.length > 0 && (
        <ul className="border-t border-rule">
          {rows.map((row) => (
            <FeedbackEntry key={row.id} row={row} hasProject={hasProjects} />
          ))}
        </ul>
      )}
      {rows.length === 0 &&
        (isNarrowed ? (
          <NothingFound what="feedback" filters={filters} without={without} />
        ) : (
          <Begin {...props} />
        ))}
      <NewestOlder newest={newest} older={older} />
    </NowProvider>
  );
}

/** Web and mail addresses in feedback never become links, since anybody can send feedback. */
function FeedbackEntry({
  row,
  hasProject,
}: {
  readonly row: FeedbackRow;
  readonly hasProject: boolean;
}): ReactNode {
  const { id, project, name, email, url, message, receivedAtMs, error, files, hasMoreFiles } = row;
  return (
    <li className="grid gap-1 border-b border-rule py-3 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-3 text-xs wrap-anywhere text-faint">
        <bdi className="font-semibold text-ink">{name ?? 'Somebody'}</bdi>
        {email !== undefined && <bdi>{email}</bdi>}
        <RelativeTime atMs={receivedAtMs} />
        {hasProject && <span>{project}</span>}
      </p>
      <p className="max-w-prose wrap-anywhere whitespace-pre-wrap">
        <bdi>{message}</bdi>
      </p>
      {files && (
        <FileList
          files={files}
          toFile={(attachment) => to('/feedback/:id/attachments/:attachment', { id, attachment })}
          toPreview={(attachment) =>
            to('/feedback/:id/attachments/:attachment/preview', { id, attachment })
          }
        />
      )}
      {hasMoreFiles && files && (
        <p className="text-xs text-quiet">{`There are more files: these are the first ${files.length}.`}</p>
      )}
      <p className="flex flex-wrap items-baseline gap-x-3 text-xs wrap-anywhere text-faint">
        {error === undefined ? (
          <span>No error with it</span>
        ) : (
          <Link
            href={error}
            prefetch="intent"
            className="inline-flex items-center pointer-coarse:min-h-11"
          >
            Its error
            <span className="sr-only">{`, about which ${name ?? 'somebody'} said this`}</span>
          </Link>
        )}
        {url !== undefined && (
          <span>
            on <bdi>{url}</bdi>
          </span>
        )}
      </p>
    </li>
  );
}

function Begin({ snippet, setUp }: FeedbackProps): ReactNode {
  return (
    <Section id="begin" title="No feedback yet">
      <p className="max-w-prose pb-2 text-sm text-quiet">
        Feedback is what users write into a form of your application: with a name, an email and a
        screenshot where they like, and beside the error where there was one. Sentry’s SDKs for
        browsers have a button and a form for it:
      </p>
      {snippet !== undefined && (
        <div className="max-w-3xl">
          <SnippetBlock file="JavaScript, in the browser" code={snippet} />
        </div>
      )}
      {setUp && (
        <p className="pt-3">
          <Link href={setUp} className="button no-underline">
            Set up an SDK
          </Link>
        </p>
      )}
    </Section>
  );
}
