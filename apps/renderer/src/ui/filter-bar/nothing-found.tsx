import { Link } from '#client-runtime';
import type { FilterProps } from '#shared';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { formatExactCount } from '../numbers/format-count.ts';
import { Section } from '../section.tsx';

interface NothingFoundProps {
  /** Names one entry of the list, such as `release`. */
  readonly what: string;
  readonly query?: string;
  readonly filters: FilterProps;
  /** How many entries the list has without the filter. */
  readonly without?: number | undefined;
}

/** Says of an empty list what narrows it, and how many entries it has otherwise. */
export function NothingFound(props: NothingFoundProps): ReactNode {
  const { what, query, filters, without = 0 } = props;
  const sets = filters.fields.flatMap(({ label, set = [] }) =>
    set.map(({ text }) => [label, text]),
  );
  return (
    <Section id="none" title={`No such ${what}`}>
      {filters.fault !== undefined && <p className="pb-2 text-sm wrap-anywhere">{filters.fault}</p>}
      {filters.clear !== undefined && (
        <p className="text-sm wrap-anywhere text-quiet">
          {[...(query ? [['search', query]] : []), ...sets].map(([label = '', text], index) => (
            <Fragment key={label}>
              {`${index > 0 ? ', ' : 'None where '}${label.toLowerCase()} is `}
              <bdi translate="no" className="font-semibold text-ink">
                {text}
              </bdi>
            </Fragment>
          ))}
          {`. Without that there ${without === 1 ? 'is' : 'are'} ${formatExactCount(without)}. `}
          <Link href={filters.clear} className="inline-flex items-center pointer-coarse:min-h-11">
            Clear
          </Link>
        </p>
      )}
    </Section>
  );
}
