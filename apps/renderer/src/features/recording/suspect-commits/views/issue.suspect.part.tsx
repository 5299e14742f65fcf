import type { ReactNode } from 'react';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { SuspectCommit } from '../commits.dto.ts';
import { FoldSection } from '../../issue-page/views/index.ts';

export function Part(suspect: SuspectCommit): ReactNode {
  const { id, shortId, subject, author, atMs, version, path, href } = suspect;
  const code = (
    <code translate="no" title={id} className="font-mono text-xs">
      {shortId}
    </code>
  );
  return (
    <FoldSection id="suspect-commit" title="Suspect commit" preview={`${shortId} ${subject}`}>
      <p className="text-sm wrap-anywhere">
        {href === undefined ? (
          code
        ) : (
          <a
            href={href}
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center pointer-coarse:min-h-11"
          >
            {code}
            <span className="sr-only"> in the repository, in a new tab</span>
          </a>
        )}{' '}
        <bdi translate="no">{subject || 'No message'}</bdi>
      </p>
      <p className="text-xs wrap-anywhere text-quiet">
        {author !== undefined && <bdi translate="no">{`${author} · `}</bdi>}
        {atMs !== undefined && (
          <>
            <RelativeTime atMs={atMs} />
            {' · '}
          </>
        )}
        <bdi translate="no">{`in ${version}`}</bdi>
      </p>
      <p className="font-mono text-xs wrap-anywhere text-faint">
        <bdi translate="no">{path}</bdi>
      </p>
    </FoldSection>
  );
}
