import { Link } from '#client-runtime';
import { to } from '#shared';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { sparklineOf } from '../../../../ui/charts/sparkline.tsx';
import { GridRow } from '../../../../ui/grid-table.tsx';
import { formatCount } from '../../../../ui/numbers/format-count.ts';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { ProjectHealthRow } from '../project-health.dto.ts';

/**
 * Restores the ARIA roles that table elements lose when CSS changes their `display`, as `GridTable`
 * does.
 */
const ROW_HEAD = { scope: 'row', role: 'rowheader' };
const CELL = { role: 'cell' };

const BARS = { width: 168, height: 24 };

export function ProjectRow({
  project,
  isComplete,
}: {
  readonly project: ProjectHealthRow;
  readonly isComplete: boolean;
}): ReactNode {
  const { slug, name, bars, sessions, deploy } = project;
  return (
    <GridRow className="project-row">
      <th {...ROW_HEAD}>
        <Link
          href={to('/issues', {}, { query: { project: slug } })}
          prefetch="hover"
          className="stretched"
        >
          {name}
        </Link>
      </th>
      <Need signs={project.signs} nothing={isComplete ? 'All is well' : '–'} />
      <td {...CELL} className="project-bars">
        {bars && (
          <>
            {sparklineOf({ values: bars, label: 'Last 7 days', unit: 'six hours', ...BARS })}
            <small>{toQuantity(sum(bars), 'event')}</small>
          </>
        )}
      </td>
      <td {...CELL} className="project-figure">
        {sessions && (
          <>
            {sessions.share ?? '–'}{' '}
            <small className="max-wide:hidden">of {toQuantity(sessions.all, 'session')}</small>
            <small className="wide:hidden">without unhandled errors</small>
          </>
        )}
      </td>
      <td {...CELL} className="project-figure">
        {deploy && (
          <>
            <bdi translate="no" title={deploy.version}>
              {deploy.version.replace(/^.*@(?=.)/, '')}
            </bdi>{' '}
            <small title={deploy.environment}>
              <RelativeTime atMs={deploy.atMs} />
            </small>
          </>
        )}
      </td>
    </GridRow>
  );
}

function Need({
  signs,
  nothing,
}: Pick<ProjectHealthRow, 'signs'> & { readonly nothing: string }): ReactNode {
  return (
    <td {...CELL} className="project-need">
      {signs.length === 0 && <span className="text-faint">{nothing}</span>}
      {signs.map(({ words, href }, index) => (
        <Fragment key={words}>
          {index > 0 && '; '}
          {href ? (
            <Link href={href} prefetch="hover">
              {words}
            </Link>
          ) : (
            words
          )}
        </Fragment>
      ))}
    </td>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function toQuantity(count: number, one: string): string {
  return `${formatCount(count)} ${count === 1 ? one : `${one}s`}`;
}
