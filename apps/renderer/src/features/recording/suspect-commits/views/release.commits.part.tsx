import type { ReactNode } from 'react';
import { Section } from '../../../../ui/section.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { ReleaseCommitRow, ReleaseCommitsProps } from '../commits.dto.ts';

export function Part({ commits, commitCount }: ReleaseCommitsProps): ReactNode {
  return (
    <Section
      id="commits"
      title="Commits"
      note={commitCount > commits.length ? `the newest of ${commitCount}` : undefined}
    >
      <Commits commits={commits} />
    </Section>
  );
}

function Commits({ commits }: Pick<ReleaseCommitsProps, 'commits'>): ReactNode {
  if (commits.length === 0) {
    return (
      <p className="text-sm text-quiet">
        Nobody has reported commits.{' '}
        <code translate="no" className="font-mono text-xs">
          sentry-cli releases set-commits
        </code>{' '}
        does.
      </p>
    );
  }
  return (
    <ol className="text-sm">
      {commits.map((commit) => (
        <Commit key={commit.id} commit={commit} />
      ))}
    </ol>
  );
}

function Commit({ commit }: { readonly commit: ReleaseCommitRow }): ReactNode {
  const { id, shortId, subject, author, repository, atMs, unresolved } = commit;
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-t border-rule py-1.5 first:border-t-0">
      <code
        translate="no"
        title={repository === undefined ? id : `${repository} ${id}`}
        className="font-mono text-xs"
      >
        {shortId}
      </code>
      <bdi className="min-w-0 flex-1 basis-64 wrap-anywhere">{subject || 'No message'}</bdi>
      {author !== undefined && (
        <bdi translate="no" className="text-xs wrap-anywhere text-quiet">
          {author}
        </bdi>
      )}
      {atMs !== undefined && <RelativeTime atMs={atMs} className="text-xs text-faint" />}
      {unresolved.map((sentence) => (
        <p key={sentence} className="w-full text-xs wrap-anywhere text-quiet">
          {sentence}
        </p>
      ))}
    </li>
  );
}
