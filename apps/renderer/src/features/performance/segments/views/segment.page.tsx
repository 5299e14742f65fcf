import { Link, usePoll } from '#client-runtime';
import { Parts, PartsAt } from '#client-runtime/parts';
import { to } from '#shared';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { FilterBar } from '../../../../ui/filter-bar/filter-bar.tsx';
import { Live } from '../../../../ui/live.tsx';
import { Section } from '../../../../ui/section.tsx';
import type { SegmentsController } from '../segments.controller.ts';
import { Bands } from './bands.tsx';
import { FigureTable, MethodName } from './figure-table.tsx';

type Props = PropsOf<SegmentsController['show']>;

const LINK = 'inline-flex items-center pointer-coarse:min-h-11';
const SPANS_EVERY_MS = 60_000;

export function Page(props: Props): ReactNode {
  const { id, list, kind, project, filters, facts, change, bands, releases, issues } = props;
  usePoll('spans', SPANS_EVERY_MS);
  return (
    <Parts value={props}>
      <Live />
      <p className="page-crumb">
        <Link href={list} className={LINK}>
          Performance
        </Link>
        <span className="wrap-anywhere">{`· ${kind} · ${project}`}</span>
      </p>
      <h1 className="pb-1 text-xl wrap-anywhere [&>i]:font-normal [&>i]:text-quiet [&>i]:not-italic">
        <MethodName method={props.method} name={props.name} />
      </h1>
      <FilterBar {...filters} action={to('/performance/:id', { id })}>
        <Link href={issues} prefetch="none">
          Its issues
        </Link>
        <Link href={props.markdown} target="_blank" prefetch="none">
          As text
        </Link>
      </FilterBar>
      {bands ? (
        <>
          {change && <p className="pb-1 text-sm wrap-anywhere text-accent">{`${change.title}.`}</p>}
          <PartsAt place="change" />
          <dl className="grid grid-cols-2 gap-x-4 gap-y-2 border-t border-rule py-3 tabular-nums sm:grid-cols-4">
            {facts.map(([label, value, more]) => (
              <div key={label}>
                <dt className="text-xs text-faint">{label}</dt>
                <dd className="text-lg font-semibold">{value}</dd>
                <dd className="text-xs text-quiet">{more}</dd>
              </div>
            ))}
          </dl>
          <Section id="durations" title="Durations over time">
            <Bands bands={bands} />
          </Section>
          <PartsAt place="below" />
          <Section id="releases" title="By release">
            <FigureTable {...releases} />
          </Section>
        </>
      ) : (
        <p className="py-6">Nothing ended in this time.</p>
      )}
    </Parts>
  );
}
