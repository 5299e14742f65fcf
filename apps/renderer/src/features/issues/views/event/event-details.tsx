import type { JsonValue, NormalisedEvent } from '#shared';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Facts } from '../../../../ui/facts.tsx';
import { JsonText } from '../../../../ui/json-value.tsx';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { Section } from '../../../../ui/section.tsx';
import { summariseContext } from './context-summary.ts';
import { present } from './event-facts.tsx';
import { LeftOutNote } from './left-out.tsx';

/** The full text of an event that carries no exception. */
export function Message({ event }: { readonly event: NormalisedEvent }): ReactNode {
  if (event.message === undefined || event.message === '') return null;
  return (
    <Section id="message" title="Message">
      <p className="wrap-anywhere whitespace-pre-wrap">
        <bdi>{event.message}</bdi>
      </p>
    </Section>
  );
}

export function Tags({ tags }: Pick<NormalisedEvent, 'tags'>): ReactNode {
  if (tags.length === 0) return null;
  return (
    <Section id="tags" title="Tags">
      <Facts facts={tags.map(([name, value]) => [name, <bdi key={name}>{value}</bdi>])} />
      <LeftOutNote of={['tags']} />
    </Section>
  );
}

export function User({ user }: { readonly user: NormalisedEvent['user'] }): ReactNode {
  const facts = present([
    ['ID', user?.id],
    ['Email', user?.email],
    ['Name', user?.username],
    ['Address', user?.ipAddress],
  ]);
  if (facts.length === 0) return null;
  return (
    <Section id="user" title="User">
      <Facts facts={facts} />
    </Section>
  );
}

export function Request({ request }: { readonly request: NormalisedEvent['request'] }): ReactNode {
  if (!request) return null;
  const { method, url, query, headers } = request;
  return (
    <Section id="request" title="Request">
      <p className="mb-2 font-mono text-xs wrap-anywhere">
        {method !== undefined && <b className="font-semibold">{`${method} `}</b>}
        {url}
      </p>
      <Facts facts={present([['Query', query]])} />
      {headers.length > 0 && (
        <Disclosure
          className="text-sm text-quiet"
          summary={formatQuantity(headers.length, 'header')}
        >
          <div className="py-1 pl-4">
            <Facts facts={headers.map(([name, value]) => [name, value])} />
          </div>
        </Disclosure>
      )}
      <LeftOutNote of={['headers']} />
    </Section>
  );
}

export function Contexts({ contexts }: Pick<NormalisedEvent, 'contexts'>): ReactNode {
  const entries = Object.entries(contexts);
  if (entries.length === 0) return null;
  return (
    <Section id="contexts" title="Contexts">
      {entries.map(([name, context]) => (
        <Disclosure
          key={name}
          className="text-sm"
          summary={
            <>
              <span className="text-faint">{`${name} `}</span>
              <bdi className="wrap-anywhere">{summariseContext(context)}</bdi>
            </>
          }
        >
          <div className="pt-1 pb-2 pl-4">
            <JsonFacts values={context} />
          </div>
        </Disclosure>
      ))}
      <LeftOutNote of={['contexts']} />
    </Section>
  );
}

export function Extra({ extra }: Pick<NormalisedEvent, 'extra'>): ReactNode {
  if (Object.keys(extra).length === 0) return null;
  return (
    <Section id="extra" title="Extra">
      <JsonFacts values={extra} />
      <LeftOutNote of={['extra']} />
    </Section>
  );
}

function JsonFacts({
  values,
}: {
  readonly values: Readonly<Record<string, JsonValue>>;
}): ReactNode {
  return (
    <Facts
      facts={Object.entries(values).map(([name, value]) => [
        name,
        <JsonText key={name} value={value} />,
      ])}
    />
  );
}
