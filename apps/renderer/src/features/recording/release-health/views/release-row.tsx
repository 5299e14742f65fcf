import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { lineChartOf } from '../../../../ui/charts/line-chart.tsx';
import { GridRow } from '../../../../ui/grid-table.tsx';
import { countOf } from '../../../../ui/numbers/count.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { ReleaseRow } from '../release-health.dto.ts';
import { NO_SESSIONS_KEPT, NOT_COUNTED, Share } from './share.tsx';
import { formatDifference, verdictWordOf } from './verdict.tsx';
import { VersionText } from './version-text.tsx';

/**
 * Restores the ARIA roles that table elements lose when CSS changes their `display`, as `GridTable`
 * does.
 */
const ROW_HEAD = { scope: 'row', role: 'rowheader' };
const CELL = { role: 'cell' };

const ROW =
  'relative flex flex-wrap items-center gap-x-2 border-t border-rule px-2 py-2 text-sm before:order-2 before:basis-full first:border-t-0 hover:bg-raised has-focus-visible:bg-raised wide:grid wide:h-10 wide:grid-cols-(--release-columns) wide:gap-x-4 wide:py-0 wide:before:hidden';
const VERSION = 'flex min-w-0 font-mono text-sm font-semibold';
const NUMBER = 'text-xs whitespace-nowrap text-quiet wide:text-right wide:text-sm wide:text-ink';
const SHARE = `${NUMBER} max-wide:order-3`;
const NONE = `${NUMBER} text-faint! max-wide:hidden`;
const NARROW = 'wide:hidden';

export function ReleaseRowOf({ row }: { readonly row: ReleaseRow }): ReactNode {
  const { version, href, verdict, line, told, crashFree, unhandledFree, regressedIssues } = row;
  const difference = verdict && formatDifference(verdict);
  return (
    <GridRow className={ROW}>
      <td {...CELL} title={difference} className="w-16 shrink-0">
        {verdict ? (
          verdictWordOf(verdict)
        ) : (
          <span className="text-faint" title="No earlier release of its package">
            First
          </span>
        )}
        {difference !== undefined && <span className="sr-only"> {difference}</span>}
      </td>
      <th {...ROW_HEAD} className="flex min-w-0 flex-1 text-left font-normal">
        {href === undefined ? (
          <span translate="no" className={VERSION}>
            {version}
          </span>
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
      <td {...CELL} title={told} className="max-wide:hidden">
        {line === '' ? (
          <span className="sr-only">{told}</span>
        ) : (
          lineChartOf({ path: line, label: told, width: 96, height: 24, className: 'h-6 w-24' })
        )}
      </td>
      <td {...CELL} className={crashFree === undefined ? `${SHARE} max-wide:hidden` : SHARE}>
        <Share share={crashFree} absence={NO_SESSIONS_KEPT} decimals={1} />
        <span className={NARROW}> crash-free</span>
      </td>
      <td
        {...CELL}
        className={unhandledFree === undefined ? `${SHARE} max-wide:hidden` : SHARE}
        title="Without unhandled errors"
      >
        <Share
          share={unhandledFree}
          absence={crashFree === undefined ? NO_SESSIONS_KEPT : NOT_COUNTED}
          decimals={1}
        />
        <span className={NARROW}> without unhandled errors</span>
      </td>
      <NewIssues {...row} />
      <td {...CELL} className={regressedIssues === 0 ? NONE : `${NUMBER} text-accent!`}>
        {countOf(regressedIssues)}
        <span className={NARROW}> regressed</span>
      </td>
      <Deploy {...row} />
    </GridRow>
  );
}

function Deploy({ deploy, firstSeenMs }: ReleaseRow): ReactNode {
  return (
    <td
      {...CELL}
      className="min-w-0 text-xs text-quiet max-wide:order-3 wide:truncate wide:text-sm"
    >
      {deploy ? (
        <>
          <bdi translate="no" title={deploy.environment}>
            {deploy.environment}
          </bdi>{' '}
          <span className="wide:text-faint">
            <RelativeTime atMs={deploy.atMs} isShort />
          </span>
        </>
      ) : (
        <span className="text-faint">
          seen <RelativeTime atMs={firstSeenMs} isShort />
        </span>
      )}
    </td>
  );
}

function NewIssues({ version, newIssues, newIssuesHref }: ReleaseRow): ReactNode {
  return (
    <td {...CELL} className={newIssues === 0 ? NONE : NUMBER}>
      {newIssues === 0 ? (
        0
      ) : (
        <Link
          href={newIssuesHref}
          prefetch="intent"
          className="relative pointer-coarse:py-3 wide:inline-flex wide:min-h-8 wide:items-center"
        >
          {countOf(newIssues)}
          <span className="wide:sr-only">&nbsp;new</span>
          <span className="sr-only">
            {newIssues === 1 ? ' issue' : ' issues'}: {version}
          </span>
        </Link>
      )}
    </td>
  );
}
