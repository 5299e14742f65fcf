import { to } from '#shared';
import { Link, useLive } from '#client-runtime';
import type { ReactNode } from 'react';
import { FileList } from '../../../../ui/files/file-list.tsx';
import { NewestOlder } from '../../../../ui/newest-older.tsx';
import { PAGE_EVERY_MS } from '../../../../ui/page-every-ms.ts';
import { Section } from '../../../../ui/section.tsx';
import { SnippetBlock } from '../../../../ui/snippet-block.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { Choice, FeedbackProps, FeedbackRow } from '../feedback.dto.ts';

export function Page(props: FeedbackProps): ReactNode {
  const { nowMs, rows, kinds, projects, newest, older } = props;
  useLive({ everyMs: PAGE_EVERY_MS });
  return (
    <NowProvider nowMs={nowMs}>
      <div className="page-head justify-start">
        <h1 className="text-xl">Feedback</h1>
        <nav aria-label="Kinds of feedback" className="-ml-2 flex">
          {kinds.map(({ name, href, isChosen }) => (
            <Link
              key={name}
              href={href}
              prefetch="intent"
              aria-current={isChosen ? 'page' : undefined}
              className="tab"
            >
              {name}
            </Link>
          ))}
        </nav>
      </div>
      <Projects projects={projects} />
      {rows.length === 0 ? (
        <Nothing {...props} />
      ) : (
        <ul className="border-t border-rule">
          {rows.map((row) => (
            <FeedbackEntry key={row.id} row={row} hasProject={projects.length > 0} />
          ))}
        </ul>
      )}
      <NewestOlder newest={newest} older={older} />
    </NowProvider>
  );
}

function Projects({ projects }: { readonly projects: readonly Choice[] }): ReactNode {
  if (projects.length === 0) return null;
  return (
    <nav aria-label="Projects" className="flex flex-wrap gap-x-4 py-2 text-sm">
      {projects.map(({ name, href, isChosen }) => (
        <Link
          key={href}
          href={href}
          aria-current={isChosen ? 'page' : undefined}
          className="inline-flex items-center aria-[current]:font-semibold pointer-coarse:min-h-11"
        >
          {name}
        </Link>
      ))}
    </nav>
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

function Nothing({ isFiltered, snippet, setUp }: FeedbackProps): ReactNode {
  return (
    <Section id="begin" title={isFiltered ? 'No such feedback' : 'No feedback yet'}>
      {isFiltered && (
        <p className="pb-2 text-sm">
          <Link href="/feedback" className="inline-flex items-center pointer-coarse:min-h-11">
            Show all feedback
          </Link>
        </p>
      )}
      {snippet !== undefined && <Begin snippet={snippet} />}
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

function Begin({ snippet }: { readonly snippet: string }): ReactNode {
  return (
    <>
      <p className="max-w-prose pb-2 text-sm text-quiet">
        Feedback is what users write into a form of your application: with a name, an email and a
        screenshot where they like, and beside the error where there was one. Sentry’s SDKs for
        browsers have a button and a form for it:
      </p>
      <div className="max-w-3xl">
        <SnippetBlock file="JavaScript, in the browser" code={snippet} />
      </div>
    </>
  );
}
