import type { NormalisedEvent } from '#shared';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../../ui/disclosure.tsx';
import { Facts } from '../../../../../ui/facts.tsx';
import { Section } from '../../../../../ui/section.tsx';
import { ThreeLines } from '../../../../../ui/three-lines.tsx';
import { FoldSection } from '../../../../recording/issue-page/views/index.ts';
import { summariseContext } from './context-summary.ts';
import { JsonFacts } from './json-facts.tsx';

export function Message({
  event: { message, template },
}: {
  readonly event: NormalisedEvent;
}): ReactNode {
  if (message === undefined || message === '') return null;
  const facts = [
    ...(template && template.message !== message
      ? ([['Template', <bdi key="template">{template.message}</bdi>]] as const)
      : []),
    ...(template?.params ?? []).map(
      (param, index) => [`Parameter ${index + 1}`, <bdi key={index}>{param}</bdi>] as const,
    ),
  ];
  return (
    <Section id="message" title="Message">
      <ThreeLines text={message} className="" />
      {facts.length > 0 && (
        <div className="mt-2">
          <Facts facts={facts} />
        </div>
      )}
    </Section>
  );
}

export function Tags({ tags }: Pick<NormalisedEvent, 'tags'>): ReactNode {
  if (tags.length === 0) return null;
  return (
    <FoldSection id="tags" count={tags.length} title="Tags">
      <Facts facts={tags.map(([name, value]) => [name, <bdi key={name}>{value}</bdi>])} />
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
              <bdi className="wrap-anywhere text-quiet">{summariseContext(context)}</bdi>
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
