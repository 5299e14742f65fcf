import { Link } from '#client-runtime';
import { countHidden, to } from '#shared';
import type { HiddenValue, NormalisedEvent } from '#shared';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../../../ui/copy-button.tsx';
import { Facts } from '../../../../../ui/facts.tsx';
import type { Fact } from '../../../../../ui/facts.tsx';
import { formatQuantity } from '../../../../../ui/numbers/format-count.ts';
import { Moment } from '../../../../../ui/time/moment.tsx';
import { FoldSection } from '../../../../recording/issue-page/views/index.ts';
import { RawLink } from './raw-links.tsx';

export function EventFacts({ event }: { readonly event: NormalisedEvent }): ReactNode {
  const facts: readonly Fact[] = [
    ...present([
      ['Environment', event.environment],
      ['Release', event.release],
      ['Dist', event.dist],
      ['Transaction', event.transaction],
      ['Server', event.serverName],
      ['Logger', event.logger],
    ]),
    ['Occurred', <Instant key="occurred" atMs={event.occurredAtMs} />],
    ['Received', <Instant key="received" atMs={event.receivedAtMs} />],
    ['Event', <EventId key="id" eventId={event.eventId} />],
    ...toTraceFact(event),
    ...present([
      ['Platform', event.platform === 'other' ? undefined : event.platform],
      ['Fingerprint', event.fingerprint?.join(' · ')],
    ]),
  ];
  return (
    <FoldSection id="event" title="Event">
      <Facts facts={facts} />
      {event.cut.length > 0 && (
        <>
          <h3 className="mt-3 text-sm font-normal text-faint">Cut, left out or corrected</h3>
          <ul className="list-inside list-disc text-sm text-quiet">
            {event.cut.map((note) => (
              <li key={note} className="wrap-anywhere">
                {note}
              </li>
            ))}
          </ul>
          <p className="text-sm">
            <RawLink>The event as it was sent</RawLink>
          </p>
        </>
      )}
      <HiddenValues event={event} />
    </FoldSection>
  );
}

export function present(
  facts: readonly (readonly [name: string, value: string | undefined])[],
): readonly Fact[] {
  return facts.flatMap(([name, value]) =>
    value === undefined || value === ''
      ? []
      : [
          [
            name,
            <bdi translate="no" key={name}>
              {value}
            </bdi>,
          ] as const,
        ],
  );
}

function toTraceFact({ traceId: trace }: NormalisedEvent): readonly Fact[] {
  if (trace === undefined) return [];
  return [
    [
      'Trace',
      <span key="trace" className="flex flex-wrap gap-x-3">
        <Link
          href={to('/traces/:trace', { trace })}
          prefetch="hover"
          translate="no"
          className="font-mono text-xs"
        >
          {trace}
        </Link>
        <Link href={to('/logs', {}, { query: { query: `trace:${trace}` } })} prefetch="hover">
          Its logs
        </Link>
      </span>,
    ],
  ];
}

function EventId({ eventId }: { readonly eventId: string }): ReactNode {
  return (
    // The negative margin moves the button's padding beyond the edge, so that an id fits into one
    // line of the side column.
    <span className="-mr-2 flex items-baseline">
      <span translate="no" className="min-w-0 font-mono text-xs wrap-anywhere">
        {eventId}
      </span>
      <CopyButton text={eventId} label="event id" />
    </span>
  );
}

function Instant({ atMs }: { readonly atMs: number }): ReactNode {
  return <Moment atMs={atMs} />;
}

function HiddenValues({ event }: { readonly event: NormalisedEvent }): ReactNode {
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
              <bdi translate="no">{places.join(', ')}</bdi>
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
