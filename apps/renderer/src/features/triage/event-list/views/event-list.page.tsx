import { to, toShownType } from '#shared';
import type { PropsOf } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { LevelMark } from '../../../../ui/level-mark.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import type { EventListController } from '../event-list.controller.ts';
import { EventSearch, TagChoice } from './event-search.tsx';
import { SearchAdvice } from '../../../recording/search/views/index.ts';
import { EventTable } from './event-table.tsx';

type Props = PropsOf<EventListController['show']>;

const linkClass = 'inline-flex items-center pointer-coarse:min-h-11 pointer-coarse:min-w-11';

export function Page(props: Props): ReactNode {
  const { nowMs, issue, events, columns, nothing } = props;
  return (
    <NowProvider nowMs={nowMs}>
      <header className="pb-1">
        <p className="page-crumb">
          <Link href={to('/issues')} prefetch="intent" className={`${linkClass} no-underline`}>
            Issues
          </Link>
          <span aria-hidden="true">/</span>
          <Link
            href={to('/issues/:id', { id: issue.id })}
            prefetch="intent"
            className={`${linkClass} no-underline`}
          >
            {issue.shortId}
          </Link>
        </p>
        <h1 id="events" className="text-xl">
          Events
        </h1>
        <p className="flex items-baseline gap-2">
          <LevelMark level={issue.level} />
          <span className="line-clamp-2 min-w-0 wrap-anywhere">
            <bdi translate="no" className="font-semibold">
              {toShownType(issue.type)}
            </bdi>{' '}
            <bdi translate="no" className="text-quiet">
              {issue.value}
            </bdi>
          </span>
        </p>
      </header>
      <EventSearch {...props} />
      <SearchAdvice {...props} />
      {events.length > 0 && (
        <>
          <TagChoice {...props} />
          <EventTable events={events} columns={columns} labelledBy="events" />
        </>
      )}
      {nothing && <Nothing {...nothing} />}
      <Extent {...props} />
    </NowProvider>
  );
}

function Nothing({ text, link }: NonNullable<Props['nothing']>): ReactNode {
  return (
    <p className="py-3 wrap-anywhere text-quiet">
      {text}{' '}
      {link && (
        <Link href={link.href} className={linkClass}>
          {link.name}
        </Link>
      )}
    </p>
  );
}

function Extent({ extent, unsearched, pages }: Props): ReactNode {
  return (
    <>
      {unsearched && (
        <p className="pt-3 text-quiet">
          {unsearched.text}{' '}
          <Link href={unsearched.link.href} prefetch="none" className={linkClass}>
            {unsearched.link.name}
          </Link>
        </p>
      )}
      {extent !== '' && (
        <nav aria-label="Pages" className="flex flex-wrap items-center gap-x-4 py-3 print:hidden">
          <p className="mr-auto text-quiet">{extent}</p>
          {pages.map(({ name, href }) => (
            <Link key={name} href={href} prefetch="intent" className={linkClass}>
              {name}
            </Link>
          ))}
        </nav>
      )}
    </>
  );
}
