import type { NormalisedEvent } from '#shared';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../../ui/disclosure.tsx';
import { Facts } from '../../../../../ui/facts.tsx';
import { FoldSection } from '../../../../recording/issue-page/views/index.ts';
import { summariseContext } from './context-summary.ts';
import { JsonFacts } from './json-facts.tsx';

export function Tags({ tags }: Pick<NormalisedEvent, 'tags'>): ReactNode {
  if (tags.length === 0) return null;
  return (
    <FoldSection id="tags" count={tags.length} title="Tags">
      <Facts
        facts={tags.map(([name, value]) => [
          name,
          <bdi translate="no" key={name}>
            {value}
          </bdi>,
        ])}
      />
    </FoldSection>
  );
}

export function Contexts({ contexts }: Pick<NormalisedEvent, 'contexts'>): ReactNode {
  const entries = Object.entries(contexts);
  if (entries.length === 0) return null;
  return (
    <FoldSection id="contexts" count={entries.length} title="Contexts">
      {entries.map(([name, context]) => (
        <Disclosure
          key={name}
          className="text-sm"
          summary={
            <>
              <b className="font-semibold">{name}</b>{' '}
              <bdi translate="no" className="wrap-anywhere text-quiet">
                {summariseContext(context)}
              </bdi>
            </>
          }
        >
          <div className="pt-1 pb-2 pl-4">
            <JsonFacts values={context} />
          </div>
        </Disclosure>
      ))}
    </FoldSection>
  );
}

export function Extra({ extra }: Pick<NormalisedEvent, 'extra'>): ReactNode {
  if (Object.keys(extra).length === 0) return null;
  return (
    <FoldSection id="extra" count={Object.keys(extra).length} title="Extra">
      <JsonFacts values={extra} />
    </FoldSection>
  );
}
