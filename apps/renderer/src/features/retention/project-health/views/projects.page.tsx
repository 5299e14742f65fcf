import { Link } from '#client-runtime';
import { to } from '#shared';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { FilterBar } from '../../../../ui/filter-bar/filter-bar.tsx';
import { NothingFound } from '../../../../ui/filter-bar/nothing-found.tsx';
import {
  GridBody,
  GridHead,
  GridHeadCell,
  GridRow,
  GridTable,
} from '../../../../ui/grid-table.tsx';
import { formatExactCount } from '../../../../ui/numbers/format-count.ts';
import { NowProvider } from '../../../../ui/time/now.tsx';
import type { ProjectHealthController } from '../project-health.controller.ts';
import { ProjectRow } from './project-row.tsx';

type Props = PropsOf<ProjectHealthController['show']>;

const LINK = 'inline-flex items-center py-2 pointer-coarse:min-h-11';

/** Nobody searches in fewer projects. */
const SEARCHED_FROM = 10;

export function Page(props: Props): ReactNode {
  const { nowMs, isComplete, projects, query, filters, all, mayCreate } = props;
  return (
    <NowProvider nowMs={nowMs}>
      <div className="page-head">
        <h1 id="projects" className="text-xl">
          Projects
        </h1>
        {mayCreate && (
          <Link
            href={to('/settings/projects', {}, { query: { new: '' } })}
            className="button button-primary no-underline"
          >
            New project
          </Link>
        )}
      </div>
      {(all >= SEARCHED_FROM || filters.clear !== undefined) && (
        <FilterBar {...filters} action="/projects" search={{ placeholder: 'Name', query }} />
      )}
      {!isComplete && (
        <p className="text-quiet">
          This list is incomplete: Errata could not read all that projects need. The log says why.
        </p>
      )}
      {projects.length > 0 && <Table projects={projects} isComplete={isComplete} />}
      {projects.length === 0 && all > 0 && (
        <NothingFound what="project" query={query} filters={filters} without={all} />
      )}
      {all === 0 && (
        <p className="text-quiet">
          {mayCreate
            ? 'No project yet. Applications report into one.'
            : 'You are in no project yet. An owner can put you into one.'}
        </p>
      )}
      <Pager {...props} />
    </NowProvider>
  );
}

function Table({ projects, isComplete }: Pick<Props, 'projects' | 'isComplete'>): ReactNode {
  return (
    <GridTable aria-labelledby="projects" className="project-table">
      <GridHead>
        <GridRow className="project-head">
          <GridHeadCell>Project</GridHeadCell>
          <GridHeadCell className="sr-only">What it needs</GridHeadCell>
          <GridHeadCell>7 days</GridHeadCell>
          <GridHeadCell title="Sessions since yesterday, 00:00 UTC, without a crash or an unhandled error">
            No unhandled errors
          </GridHeadCell>
          <GridHeadCell>Last deploy</GridHeadCell>
        </GridRow>
      </GridHead>
      <GridBody>
        {projects.map((project) => (
          <ProjectRow key={project.slug} project={project} isComplete={isComplete} />
        ))}
      </GridBody>
    </GridTable>
  );
}

function Pager({ projects, first, found, previous, next }: Props): ReactNode {
  if ((previous ?? next) === undefined) return null;
  const last = first + projects.length - 1;
  return (
    <nav aria-label="Pages" className="flex items-center gap-4 pb-3 text-sm">
      <span className="text-quiet">{`${first}–${last} of ${formatExactCount(found)}`}</span>
      {previous && (
        <Link href={previous} rel="prev" className={LINK}>
          Previous
        </Link>
      )}
      {next && (
        <Link href={next} rel="next" className={LINK}>
          Next
        </Link>
      )}
    </nav>
  );
}
