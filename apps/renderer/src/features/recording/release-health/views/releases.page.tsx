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
import { NewestOlder } from '../../../../ui/newest-older.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import type { ReleaseListProps } from '../release-health.dto.ts';
import { NoReleases } from './no-releases.tsx';
import { ReleaseRowOf } from './release-row.tsx';
import { useCurrentFigures } from './use-current-figures.ts';

export function Page(props: ReleaseListProps): ReactNode {
  const { nowMs, rows, query, filters, without, newest, older } = props;
  const isNarrowed = (filters.clear ?? newest) !== undefined;
  useCurrentFigures();
  return (
    <NowProvider nowMs={nowMs}>
      <h1 id="releases" className="page-title">
        Releases
      </h1>
      {(rows.length > 0 || isNarrowed) && (
        <FilterBar {...filters} action="/releases" search={{ placeholder: 'Version', query }} />
      )}
      {rows.length > 0 && <Table {...props} />}
      {rows.length === 0 &&
        (isNarrowed ? (
          <NothingFound what="release" query={query} filters={filters} without={without} />
        ) : (
          <NoReleases />
        ))}
      <NewestOlder newest={newest} older={older} />
    </NowProvider>
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
