import { Link, usePoll } from '#client-runtime';
import { to } from '#shared';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { FilterBar } from '../../../../ui/filter-bar/filter-bar.tsx';
import { NothingFound } from '../../../../ui/filter-bar/nothing-found.tsx';
import { Live } from '../../../../ui/live.tsx';
import { Section } from '../../../../ui/section.tsx';
import { SnippetBlock } from '../../../../ui/snippet-block.tsx';
import type { SegmentsController } from '../segments.controller.ts';
import { FigureTable } from './figure-table.tsx';

const SNIPPET = `Sentry.init({
  tracesSampleRate: 1,
});`;

type Props = PropsOf<SegmentsController['list']>;

const LINK = 'inline-flex items-center py-2 pointer-coarse:min-h-11';
const SPANS_EVERY_MS = 60_000;

export function Page(props: Props): ReactNode {
  const { table, summary, query, filters, without = 0 } = props;
  usePoll('spans', SPANS_EVERY_MS);
  const isFound = table.rows.length > 0;
  const isNarrowed = filters.clear !== undefined;
  return (
    <>
      <Live />
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

function Pages({ previous, next }: Props): ReactNode {
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

function NoSegments(): ReactNode {
  return (
    <Section id="begin" title="No spans yet">
      <p className="max-w-prose pb-2 text-sm text-quiet">
        SDKs time each request, page load and job, and send these times as spans when a sample rate
        is set. Errata counts them by name. A project that existed before this version counts them
        once its settings, under Data, Spans, say so.
      </p>
      <SnippetBlock file="JavaScript; Python has traces_sample_rate" code={SNIPPET} />
      <p className="pt-3 text-sm">
        <Link
          href={to('/help/:document', { document: 'performance' })}
          className="inline-flex items-center pointer-coarse:min-h-11"
        >
          Other SDKs, and what is kept
        </Link>
      </p>
    </Section>
  );
}
