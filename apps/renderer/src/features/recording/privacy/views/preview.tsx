import type { HiddenValue } from '#shared';
import type { ReactNode } from 'react';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { Section } from '../../../../ui/section.tsx';
import type { PreviewedRules } from '../privacy.dto.ts';

export function Preview({ result }: { readonly result: PreviewedRules }): ReactNode {
  const { events, more, moreValues, before, leftOut } = result;
  const staying = before.filter(({ wouldStay }) => wouldStay);
  const hidden = before.filter(({ wouldStay }) => !wouldStay);
  return (
    <Section id="preview" title="What these rules would do">
      <div className="grid gap-3 text-sm">
        <p role="status">
          {`Of the last ${formatQuantity(events, 'event')}, ${formatQuantity(moreValues, 'more value')} would be hidden. `}
          Nothing is saved yet. Values that were hidden when an event came are lost; they are
          counted below, and no rule restores them.
        </p>
        <Places title="Hidden in addition" places={more} />
        <Places title="Hidden until now, and kept in new events" places={staying} />
        <Places title="Hidden already, and still hidden in new events" places={hidden} />
        {leftOut > 0 && <p>{`${formatQuantity(leftOut, 'more place')} not listed.`}</p>}
      </div>
    </Section>
  );
}

function Places({
  title,
  places,
}: {
  readonly title: string;
  readonly places: readonly HiddenValue[];
}): ReactNode {
  if (places.length === 0) return null;
  return (
    <div>
      <h3 className="font-normal text-faint">{title}</h3>
      <ul className="list-inside list-disc">
        {places.map(({ path, rule, count }) => (
          <li key={`${rule} ${path}`} className="wrap-anywhere">
            <bdi translate="no">{path}</bdi>
            <span className="text-quiet">{` × ${count} · by ${rule}`}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
