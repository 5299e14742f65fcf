import { Link, useLive, usePoll } from '#client-runtime';
import type { ReactNode } from 'react';
import { FilterBar } from '../../../../ui/filter-bar/filter-bar.tsx';
import { NothingFound } from '../../../../ui/filter-bar/nothing-found.tsx';
import { PAGE_EVERY_MS } from '../../../../ui/page-every-ms.ts';
import type { SegmentListProps } from '../segments.dto.ts';
import { FigureTable } from './figure-table.tsx';
import { NoSegments } from './no-segments.tsx';

const LINK = 'inline-flex items-center py-2 pointer-coarse:min-h-11';
const SPANS_EVERY_MS = 60_000;

export function Page(props: SegmentListProps): ReactNode {
  const { table, summary, query, filters, without = 0 } = props;
  useLive({ everyMs: PAGE_EVERY_MS });
  usePoll('spans', SPANS_EVERY_MS);
  const isFound = table.rows.length > 0;
  const isNarrowed = filters.clear !== undefined;
  return (
    <>
      <h1 className="page-title">Performance</h1>
      {(isFound || isNarrowed || without > 0) && (
        <FilterBar
          {...filters}
          action="/performance"
          search={{ placeholder: 'A part of the name', query }}
        >
          <Link href={props.markdown} target="_blank" prefetch="none">
            As text
          </Link>
        </FilterBar>
      )}
      <p className="pb-2 text-xs text-quiet">{summary}</p>
      {!isFound && !isNarrowed && without === 0 && <NoSegments />}
      {isFound && <FigureTable {...table} />}
      {!isFound && isNarrowed && (
        <NothingFound what="name" query={query} filters={filters} without={without} />
      )}
      <Pages {...props} />
    </>
  );
}

function Pages({ previous, next }: SegmentListProps): ReactNode {
  return (
    <nav aria-label="Pages" className="flex gap-4 pb-3 text-sm empty:hidden print:hidden">
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
