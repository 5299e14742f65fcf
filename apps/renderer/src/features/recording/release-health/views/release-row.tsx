import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { GridRow } from '../../../../ui/grid-table.tsx';
import { countOf } from '../../../../ui/numbers/count.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { ReleaseRow } from '../release-health.dto.ts';
import { NO_SESSIONS, NO_USERS, NOT_COUNTED, Share } from './share.tsx';
import { VersionText } from './version-text.tsx';

/**
 * Restores the ARIA roles that table elements lose when CSS changes their `display`, as `GridTable`
 * does.
 */
const ROW_HEAD = { scope: 'row', role: 'rowheader' };
const CELL = { role: 'cell' };

const ROW =
  'relative flex flex-wrap items-center gap-x-3 gap-y-0.5 border-t border-rule px-2 py-2 first:border-t-0 hover:bg-raised has-focus-visible:bg-raised wide:grid wide:h-8 wide:grid-cols-(--release-columns) wide:gap-x-4 wide:py-0';
const VERSION = 'flex min-w-0 font-mono text-sm font-semibold';
const TEXT = 'min-w-0 truncate text-xs text-quiet wide:text-sm';
const NUMBER = 'text-xs whitespace-nowrap text-quiet wide:text-right wide:text-sm wide:text-ink';

export function ReleaseRowOf({ row }: { readonly row: ReleaseRow }): ReactNode {
  const { version, href, projects, firstSeenMs, figures } = row;
  const { sessions, adoption, crashFree, unhandledFree, crashFreeUsers } = figures;
  const names = projects.join(', ');
  // Phones have no room for two dashes that say the same as "0 sessions".
  const ofSessions = sessions === 0 ? `${NUMBER} max-wide:hidden` : NUMBER;
  return (
    <GridRow className={ROW}>
      <th {...ROW_HEAD} className="flex min-w-0 text-left font-normal max-wide:basis-full">
        {href === undefined ? (
          <span className={VERSION}>{version}</span>
        ) : (
          <Link
            href={href}
            prefetch="intent"
            title={version}
            aria-label={version}
            className={`stretched ${VERSION} no-underline`}
          >
            <VersionText version={version} />
          </Link>
        )}
      </th>
      <td {...CELL} className={TEXT} title={names}>
        {names}
      </td>
      <td {...CELL} className={`${TEXT} whitespace-nowrap`}>
        <span className="wide:hidden">seen </span>
        <RelativeTime atMs={firstSeenMs} />
      </td>
      <Deploy {...row} />
      <Adoption share={adoption} />
      <td {...CELL} className={ofSessions}>
        <Share share={crashFree} absence={NO_SESSIONS} />
        <span className="wide:hidden"> sessions crash-free</span>
      </td>
      <td {...CELL} className={unhandledFree === undefined ? `${NUMBER} max-wide:hidden` : NUMBER}>
        <Share share={unhandledFree} absence={sessions === 0 ? NO_SESSIONS : NOT_COUNTED} />
        <span className="wide:hidden"> without unhandled errors</span>
      </td>
      <td {...CELL} className={crashFreeUsers === undefined ? `${NUMBER} max-wide:hidden` : NUMBER}>
        <Share share={crashFreeUsers} absence={sessions === 0 ? NO_SESSIONS : NO_USERS} />
        <span className="wide:hidden"> users crash-free</span>
      </td>
      <td {...CELL} className={NUMBER}>
        {countOf(sessions)}
        <span className="wide:hidden">{sessions === 1 ? ' session' : ' sessions'}</span>
      </td>
      <NewIssues {...row} />
    </GridRow>
  );
}

function Deploy({ deploy }: ReleaseRow): ReactNode {
  return (
    <td {...CELL} className={deploy ? TEXT : 'max-wide:hidden'}>
      {deploy && (
        <>
          <span className="wide:hidden">deployed to </span>
          <bdi title={deploy.environment}>{deploy.environment}</bdi>{' '}
          <span className="wide:text-faint">
            <RelativeTime atMs={deploy.atMs} />
          </span>
        </>
      )}
    </td>
  );
}

function Adoption({ share }: { readonly share: number | undefined }): ReactNode {
  return (
    <td
      {...CELL}
      className={`flex items-center gap-2 text-xs whitespace-nowrap text-quiet wide:text-sm wide:text-ink ${share === undefined ? 'max-wide:hidden' : ''}`}
    >
      <span className="wide:w-16">
        <Share share={share} absence="No sessions of its projects since yesterday" />
        <span className="wide:hidden"> adoption</span>
      </span>
      {share !== undefined && share > 0 && (
        <svg
          aria-hidden="true"
          viewBox="0 0 100 4"
          preserveAspectRatio="none"
          className="h-1 w-10 shrink-0"
        >
          <rect width="100" height="4" className="fill-rule" />
          <rect width={share * 100} height="4" className="fill-bar" />
        </svg>
      )}
    </td>
  );
}

function NewIssues({ version, newIssues, newIssuesHref }: ReleaseRow): ReactNode {
  return (
    <td {...CELL} className={NUMBER}>
      {newIssues === 0 ? (
        <span className="text-faint">
          0<span className="wide:hidden"> issues began in it</span>
        </span>
      ) : (
        <Link
          href={newIssuesHref}
          prefetch="intent"
          className="relative pointer-coarse:py-3 wide:inline-flex wide:min-h-8 wide:items-center"
        >
          {countOf(newIssues)}
          <span className="wide:sr-only">
            &nbsp;{newIssues === 1 ? 'issue' : 'issues'} began in it
          </span>
          <span className="sr-only">: {version}</span>
        </Link>
      )}
    </td>
  );
}
