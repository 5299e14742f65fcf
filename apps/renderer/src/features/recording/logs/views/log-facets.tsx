import { Link } from '#client-runtime';
import { type LogFacet, narrowSearch, narrowToLevels } from '#product/recording/logs/rules';
import type { EventLevel } from '#shared';
import { memo, use } from 'react';
import type { ReactNode } from 'react';
import { LevelMark } from '../../../../ui/level-mark.tsx';
import {
  formatCount,
  formatExactCount,
  formatQuantity,
} from '../../../../ui/numbers/format-count.ts';
import { TimeFormatContext } from '../../../../ui/time/time-format.ts';
import type { LogFacetCounts, LogFilter, LogsProps } from '../logs.dto.ts';
import { toSpan } from './log-clock.ts';
import { toLogs } from './to-logs.ts';

const NAMES: Readonly<Record<LogFacet, string>> = {
  level: 'Level',
  project: 'Project',
  server_name: 'Server',
  release: 'Release',
  environment: 'Environment',
};

/** Longer values may be cut, and show as a whole when the pointer is on them. */
const LONG = 20;

type FacetsProps = LogFilter & Pick<LogsProps, 'facets' | 'read' | 'histogram'>;

/** Counts by level, project, server and so on. A value, and its errors, narrow the search. */
export const LogFacets = memo(function LogFacets({
  facets,
  read,
  histogram,
  ...filter
}: FacetsProps): ReactNode {
  const format = use(TimeFormatContext);
  if (facets.length === 0) return null;
  const whole = facets.filter(({ isWhole }) => isWhole).map(({ facet }) => NAMES[facet]);
  const { fromMs = 0, stepMs = 0, buckets = 0 } = histogram ?? {};
  return (
    <aside aria-label="Counts" className="print:hidden">
      {/* Phones fold the counts behind this checkbox. */}
      <input
        id="log-fold"
        type="checkbox"
        className="peer sr-only wide:hidden"
        autoComplete="off"
      />
      <label
        htmlFor="log-fold"
        className="flex min-h-11 items-center text-sm text-quiet peer-checked:underline after:ml-2 after:content-['▾'/''] peer-focus-visible:outline-2 wide:hidden"
      >
        By level, server, release
      </label>
      <div className="log-facets grid content-start gap-x-6 gap-y-4 pb-3 max-wide:peer-not-checked:hidden sm:grid-cols-2 wide:grid-cols-1">
        {facets.map((facet) => (
          <Facet key={facet.facet} {...facet} filter={filter} />
        ))}
        <p className="text-xs text-faint" suppressHydrationWarning>
          {whole.length > 0 &&
            `${whole.join(' and ')}: all logs, ${toSpan(fromMs, fromMs + buckets * stepMs, format)}. `}
          {whole.length < facets.length &&
            `${whole.length > 0 ? 'The others' : 'Counts'}: the ${formatQuantity(read, 'log')} that this page read.`}
        </p>
      </div>
    </aside>
  );
});

function Facet({
  facet,
  values,
  more,
  filter,
}: LogFacetCounts & { readonly filter: LogFilter }): ReactNode {
  // Errors of an error level, or of a search for errors, are all its logs.
  const hasErrors = facet !== 'level' && values.some(([, logs, errors]) => errors < logs);
  const most = Math.max(...values.map(([, logs]) => logs));
  return (
    <section className={hasErrors ? 'log-facet-errors' : undefined}>
      <h2>{NAMES[facet]}</h2>
      <ul>
        {values.map(([value, logs, errors]) => {
          const narrowed = narrow(filter, facet, value);
          const ofErrors = {
            ...narrowed,
            query: narrowToLevels(narrowed.query, ['error', 'fatal']),
          };
          const share = (count: number): number => Math.max(1, Math.round((count / most) * 100));
          return (
            <li key={value}>
              <Link
                href={toLogs(narrowed)}
                prefetch="none"
                title={value.length > LONG ? value : undefined}
              >
                {facet === 'level' && <LevelMark level={value as EventLevel} />}
                <bdi translate="no">{value}</bdi>
                <span>{formatCount(logs)}</span>
              </Link>
              {hasErrors && errors > 0 && (
                <Link
                  href={toLogs(ofErrors)}
                  prefetch="none"
                  aria-label={`Errors of ${value}: ${formatExactCount(errors)}`}
                >
                  <LevelMark level="error" />
                  {formatCount(errors)}
                </Link>
              )}
              <svg
                aria-hidden="true"
                viewBox="0 0 100 1"
                preserveAspectRatio="none"
                className="tag-bar"
              >
                <path d={`M0 0h${share(logs)}v1h-${share(logs)}z`} />
              </svg>
            </li>
          );
        })}
      </ul>
      {more > 0 && <p className="text-xs text-faint">{`and ${more} more`}</p>}
    </section>
  );
}

function narrow(filter: LogFilter, facet: LogFacet, value: string): LogFilter {
  if (facet === 'project') return { ...filter, project: value };
  const query =
    facet === 'level'
      ? narrowToLevels(filter.query, [value as EventLevel])
      : narrowSearch(filter.query, facet, value);
  return { ...filter, query };
}
