import { Form } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { SelectField } from '../../../../ui/forms/select-field.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import {
  GridBody,
  GridHead,
  GridHeadCell,
  GridRow,
  GridTable,
} from '../../../../ui/grid-table.tsx';
import { NewestOlder } from '../../../../ui/newest-older.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import type { ReleaseListProps } from '../release-health.dto.ts';
import { NoReleases } from './no-releases.tsx';
import { ReleaseRowOf } from './release-row.tsx';
import { useCurrentFigures } from './use-current-figures.ts';

export function Page(props: ReleaseListProps): ReactNode {
  const { nowMs, rows, newest, older, isFiltered } = props;
  useCurrentFigures();
  return (
    <NowProvider nowMs={nowMs}>
      <h1 id="releases" className="page-title">
        Releases
      </h1>
      {(rows.length > 0 || isFiltered) && <Filters {...props} />}
      {rows.length === 0 ? <NoReleases isFiltered={isFiltered} /> : <Table {...props} />}
      <NewestOlder newest={newest} older={older} />
    </NowProvider>
  );
}

function Filters({ filter, projects, environments }: ReleaseListProps): ReactNode {
  const { project, environment, query } = filter;
  return (
    <Form
      // The key resets the fields to the filter of the page, whatever was typed before.
      key={[project, environment, query].join('\n')}
      method="get"
      action="/releases"
      role="search"
      className="flex flex-wrap items-end gap-2 pb-3 print:hidden"
    >
      <TextField
        name="query"
        type="search"
        label="Version"
        defaultValue={query}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {projects.length > 0 && (
        <SelectField
          name="project"
          label="Project"
          options={[['', 'All projects'], ...projects]}
          defaultValue={project}
          autoComplete="off"
        />
      )}
      {environments.length > 0 && (
        <SelectField
          name="environment"
          label="Environment"
          options={[['', 'All environments'], ...environments]}
          defaultValue={environment}
          autoComplete="off"
        />
      )}
      <Button>Show</Button>
    </Form>
  );
}

function Table({ rows }: ReleaseListProps): ReactNode {
  return (
    <GridTable
      aria-labelledby="releases"
      className="-mx-2 block border-b border-rule tabular-nums [--release-columns:minmax(0,1fr)_7rem_4.5rem_9.5rem_7.5rem_4.5rem_5.5rem_6.5rem_4rem_4rem]"
    >
      <GridHead className="block max-wide:sr-only">
        <GridRow className="border-b border-edge px-2 wide:grid wide:h-8 wide:grid-cols-(--release-columns) wide:items-center wide:gap-x-4">
          <Head>Version</Head>
          <Head>Projects</Head>
          <Head>First seen</Head>
          <Head>Last deploy</Head>
          <Head title="Share of the sessions of its projects since yesterday">Adoption</Head>
          <Head isNumber title="Sessions since yesterday, 00:00 UTC, that did not crash">
            Crash-free
          </Head>
          <Head
            isNumber
            title="Sessions since yesterday, 00:00 UTC, without a crash or an unhandled error"
          >
            No unhandled
          </Head>
          <Head isNumber title="Users without a crash since yesterday">
            Crash-free users
          </Head>
          <Head isNumber title="Sessions since yesterday, 00:00 UTC">
            Sessions
          </Head>
          <Head isNumber title="Issues whose first event was in the release">
            Began
          </Head>
        </GridRow>
      </GridHead>
      <GridBody className="block">
        {rows.map((row) => (
          <ReleaseRowOf key={row.version} row={row} />
        ))}
      </GridBody>
    </GridTable>
  );
}

function Head({
  title,
  isNumber = false,
  children,
}: {
  readonly title?: string;
  readonly isNumber?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <GridHeadCell
      title={title}
      className={`text-xs font-normal whitespace-nowrap text-faint ${isNumber ? 'text-right' : 'text-left'}`}
    >
      {children}
    </GridHeadCell>
  );
}
