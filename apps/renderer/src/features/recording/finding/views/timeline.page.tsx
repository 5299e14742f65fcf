import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Facts } from '../../../../ui/facts.tsx';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { Section } from '../../../../ui/section.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import type { Occurrence, TimelinePageProps } from '../timeline.dto.ts';
import { Steps } from './timeline-steps.tsx';

export function Page({ nowMs, title, ...props }: TimelinePageProps): ReactNode {
  return (
    <NowProvider nowMs={nowMs}>
      <h1 className="page-title">{title}</h1>
      <Lead {...props} />
      <div className="gap-8 wide:grid wide:grid-cols-[minmax(0,1fr)_20rem]">
        <Section
          id="happened"
          title="What happened"
          note={formatQuantity(props.timeline.steps.length, 'step')}
        >
          <Steps timeline={props.timeline} />
        </Section>
        <div>
          {props.facts.length > 0 && (
            <Section id="visitor" title="Who and where">
              <Facts facts={props.facts} />
            </Section>
          )}
          <Occurrences occurrences={props.occurrences} />
        </div>
      </div>
    </NowProvider>
  );
}

function Lead({ counts, issues }: Pick<TimelinePageProps, 'counts' | 'issues'>): ReactNode {
  return (
    <div className="max-w-prose pb-4 text-quiet">
      {counts && (
        <p>
          {counts.events === 1 ? 'This error happened once, ' : 'This error happened '}
          {counts.events > 1 && <b className="text-ink">{formatQuantity(counts.events, 'time')}</b>}
          {counts.events > 1 && ', last '}
          <RelativeTime atMs={counts.lastSeenMs} />
          {counts.events > 1 && ', first '}
          {counts.events > 1 && <RelativeTime atMs={counts.firstSeenMs} />}.
        </p>
      )}
      <ul>
        {issues.map(({ href, shortId, type, value }) => (
          <li key={href} className="wrap-anywhere">
            <Link
              href={href}
              prefetch="intent"
              className="inline-flex items-center pointer-coarse:min-h-11"
            >
              {shortId}
            </Link>{' '}
            <bdi translate="no" className="font-semibold text-ink">
              {type}
            </bdi>{' '}
            <bdi translate="no">{value}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Occurrences({ occurrences }: Pick<TimelinePageProps, 'occurrences'>): ReactNode {
  if (occurrences.length < 2) return null;
  return (
    <Section id="occurrences" title="When it happened" note="newest first">
      <ol className="text-sm">
        {occurrences.map((occurrence) => (
          <li key={occurrence.href}>
            <When {...occurrence} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function When({ href, atMs, isShown }: Occurrence): ReactNode {
  const time = <Moment atMs={atMs} />;
  if (isShown) return <b aria-current="true">{time} (this one)</b>;
  return (
    <Link
      href={href}
      prefetch="intent"
      className="inline-flex items-center pointer-coarse:min-h-11"
    >
      {time}
    </Link>
  );
}
