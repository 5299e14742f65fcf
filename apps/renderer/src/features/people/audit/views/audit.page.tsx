import { Link } from '#client-runtime';
import type { PropsOf } from '#shared';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { FilterBar } from '../../../../ui/filter-bar/filter-bar.tsx';
import { NothingFound } from '../../../../ui/filter-bar/nothing-found.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import type { AuditController } from '../audit.controller.ts';

type Props = PropsOf<AuditController['list']>;

export function Page({ lines, filters, without, csv, older }: Props): ReactNode {
  return (
    <>
      <h1 className="page-title">Audit log</h1>
      <p className="pb-3 text-xs text-faint">
        Changes of settings, keys, members and people: the latest first. Nobody can take an entry
        out.
      </p>
      {without !== 0 && (
        <FilterBar {...filters} action="/settings/audit">
          {lines.length > 0 && (
            <Link href={csv} download="" prefetch="none">
              Export as CSV
            </Link>
          )}
        </FilterBar>
      )}
      {without === 0 && <p className="py-4 text-quiet">Nothing has been changed yet.</p>}
      {!!without && <NothingFound what="change" filters={filters} without={without} />}
      <ol>
        {lines.map((line) => (
          <Change key={line.id} {...line} />
        ))}
      </ol>
      {older !== undefined && (
        <p className="py-3">
          <Link
            href={older}
            rel="next"
            className="inline-flex items-center pointer-coarse:min-h-11"
          >
            Older changes
          </Link>
        </p>
      )}
    </>
  );
}

function Change({ atMs, by = 'Errata', did, details }: Props['lines'][number]): ReactNode {
  return (
    <li className="grid gap-x-4 border-t border-rule py-0.5 first:border-t-0 sm:grid-cols-[11rem_minmax(0,1fr)] sm:items-baseline">
      <Moment atMs={atMs} className="text-xs text-quiet" />
      <Disclosure
        className="min-w-0 wrap-anywhere"
        summary={
          <>
            <bdi translate="no" className="font-semibold">
              {by}
            </bdi>
            {` ${did}`}
          </>
        }
      >
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 pb-2 pl-4 text-xs text-quiet">
          {details.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd className="font-mono whitespace-pre-wrap">{value}</dd>
            </Fragment>
          ))}
        </dl>
      </Disclosure>
    </li>
  );
}
