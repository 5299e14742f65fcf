import { Link } from '#client-runtime';
import { to } from '#shared';
import type { ReactNode } from 'react';
import {
  GridBody,
  GridHead,
  GridHeadCell,
  GridRow,
  GridTable,
} from '../../../../ui/grid-table.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import type { HealthOrder, ProjectHealthProps } from '../project-health.dto.ts';
import { ProjectRow } from './project-row.tsx';

const HEAD =
  'flex flex-wrap gap-x-4 border-b border-edge px-2 wide:grid wide:h-8 wide:grid-cols-(--project-columns) wide:items-center';

export function Page({ nowMs, order, projects, mayCreate }: ProjectHealthProps): ReactNode {
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
      {projects.length === 0 ? (
        <p className="text-quiet">
          {mayCreate
            ? 'No project yet. Applications report into one.'
            : 'You are in no project yet. An owner can put you into one.'}
        </p>
      ) : (
        <GridTable
          aria-labelledby="projects"
          className="-mx-2 block border-b border-rule tabular-nums [--project-columns:minmax(0,1fr)_11.25rem_8.5rem_7rem_4rem_6rem_6rem_3.5rem]"
        >
          <Head order={order} />
          <GridBody className="block">
            {projects.map((project) => (
              <ProjectRow key={project.issues} project={project} />
            ))}
          </GridBody>
        </GridTable>
      )}
    </NowProvider>
  );
}

function Head({ order }: Pick<ProjectHealthProps, 'order'>): ReactNode {
  return (
    <GridHead className="block">
      <GridRow className={HEAD}>
        <SortHead order="name" current={order}>
          Project
        </SortHead>
        <SortHead order="events" current={order}>
          Events<span className="max-wide:hidden">, 24 h</span>
        </SortHead>
        <SortHead order="users" current={order}>
          Users<span className="max-wide:hidden">, 24 h</span>
        </SortHead>
        <SortHead order="issues" current={order}>
          Unresolved
        </SortHead>
        <SortHead order="last" current={order} isLast>
          Last event
        </SortHead>
        <PlainHead>7 days</PlainHead>
        <PlainHead>Room left</PlainHead>
        <PlainHead>
          <span className="sr-only">Settings</span>
        </PlainHead>
      </GridRow>
    </GridHead>
  );
}

function SortHead({
  order,
  current,
  isLast = false,
  children,
}: {
  readonly order: HealthOrder;
  readonly current: HealthOrder;
  readonly isLast?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const isCurrent = order === current;
  return (
    <GridHeadCell
      aria-sort={isCurrent ? (order === 'name' ? 'ascending' : 'descending') : undefined}
      className={`text-left text-xs font-normal whitespace-nowrap ${isLast ? 'wide:text-right' : ''}`}
    >
      <Link
        href={order === 'name' ? '/projects' : to('/projects', {}, { query: { sort: order } })}
        prefetch="intent"
        replace
        className={`inline-flex min-h-8 items-center pointer-coarse:min-h-11 ${isCurrent ? 'font-semibold text-ink no-underline' : 'text-faint'}`}
      >
        {children}
      </Link>
    </GridHeadCell>
  );
}

function PlainHead({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <GridHeadCell className="text-left text-xs font-normal whitespace-nowrap text-faint max-wide:sr-only wide:text-right">
      {children}
    </GridHeadCell>
  );
}
