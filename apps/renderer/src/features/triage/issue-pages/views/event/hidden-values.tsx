import { countHidden } from '#shared';
import type { HiddenValue, NormalisedEvent } from '#shared';
import type { ReactNode } from 'react';
import { formatQuantity } from '../../../../../ui/numbers/format-count.ts';

export function HiddenValues({ event }: { readonly event: NormalisedEvent }): ReactNode {
  const total = countHidden(event);
  if (total === 0) return null;
  const { hidden = [] } = event;
  return (
    <>
      <h3 className="mt-3 text-sm font-normal text-faint">
        {`${formatQuantity(total, 'value')} hidden`}
      </h3>
      <ul className="list-inside list-disc text-sm text-quiet">
        {[...new Set(hidden.map(({ rule }) => rule))].map((rule) => {
          const places = hidden.filter((value) => value.rule === rule).map(toPlace);
          return (
            <li key={rule} className="wrap-anywhere">
              {`by ${rule}: `}
              <bdi>{places.join(', ')}</bdi>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function toPlace({ path, count }: HiddenValue): string {
  return count === 1 ? path : `${path} × ${count}`;
}
