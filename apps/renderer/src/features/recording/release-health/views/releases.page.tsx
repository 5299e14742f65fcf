import { Link } from '#client-runtime';
import { to } from '#shared';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { formatShare } from '#product/recording/release-health/rules';
import { FilterBar } from '../../../../ui/filter-bar/filter-bar.tsx';
import { NothingFound } from '../../../../ui/filter-bar/nothing-found.tsx';
import {
  GridBody,
  GridHead,
  GridHeadCell,
  GridRow,
  GridTable,
} from '../../../../ui/grid-table.tsx';
import { NewestOlder } from '../../../../ui/newest-older.tsx';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { Section } from '../../../../ui/section.tsx';
import { SnippetBlock } from '../../../../ui/snippet-block.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import type { ReleaseHealthController } from '../release-health.controller.ts';
import type { ReleaseGroup } from '../release-health.dto.ts';
import { ReleaseRowOf } from './release-row.tsx';
import { CurrentFigures } from './current-figures.tsx';

const SNIPPET = `Sentry.init({
  release: 'shop@1.4.2',
});`;

type Props = PropsOf<ReleaseHealthController['list']>;

const GROUP = { scope: 'rowgroup', role: 'rowheader', colSpan: 8 };

export function Page(props: Props): ReactNode {
  const { nowMs, groups, query, filters, without, newest, older } = props;
  const isNarrowed = (filters.clear ?? newest) !== undefined;
  return (
    <NowProvider nowMs={nowMs}>
      <CurrentFigures />
      <h1 id="releases" className="page-title">
        Releases
      </h1>
      {(groups.length > 0 || isNarrowed) && (
        <FilterBar {...filters} action="/releases" search={{ placeholder: 'Version', query }} />
      )}
      {groups.length > 0 && <Table {...props} />}
      {groups.length === 0 &&
        (isNarrowed ? (
          <NothingFound what="release" query={query} filters={filters} without={without} />
        ) : (
          <NoReleases />
        ))}
      <NewestOlder newest={newest} older={older} />
    </NowProvider>
  );
}

function Table({ groups, isGrouped, least }: Props): ReactNode {
  const bottom = formatShare(least, 1);
  const hasLines = groups.some(({ rows }) => rows.some(({ line }) => line !== ''));
  return (
    <GridTable
      aria-labelledby="releases"
      className="-mx-2 block border-b border-rule tabular-nums [--release-columns:4.5rem_minmax(0,1fr)_6rem_5rem_5rem_3.5rem_4rem_7.5rem]"
    >
      <GridHead className="block max-wide:sr-only">
        <GridRow className="border-b border-edge px-2 wide:grid wide:h-8 wide:grid-cols-(--release-columns) wide:items-center wide:gap-x-4">
          <Head title="Compared with the release before, in the same project">Verdict</Head>
          <Head>Version</Head>
          <Head
            title={`Crash-free sessions of each of the last 14 days (UTC). Each line reaches from ${bottom} to 100 %.`}
          >
            {hasLines ? `14 d from ${bottom}` : '14 days'}
          </Head>
          <Head
            isNumber
            title="Sessions since yesterday, 00:00 UTC, that did not crash; of all days, when there are fewer than 100"
          >
            Crash-free
          </Head>
          <Head isNumber title="Sessions of the same days without a crash or an unhandled error">
            No unhandled
          </Head>
          <Head isNumber title="Issues whose first event was in the release">
            New
          </Head>
          <Head isNumber title="Issues that last came back in the release">
            Regressed
          </Head>
          <Head>Last deploy</Head>
        </GridRow>
      </GridHead>
      {groups.map((group) => (
        <GridBody key={group.project} className="block">
          {isGrouped && <GroupHead {...group} />}
          {group.rows.map((row) => (
            <ReleaseRowOf key={row.version} row={row} />
          ))}
        </GridBody>
      ))}
    </GridTable>
  );
}

function GroupHead({ project, all, found }: ReleaseGroup): ReactNode {
  return (
    <GridRow className="flex min-h-6 items-baseline border-t border-edge bg-raised px-2 text-xs">
      <th {...GROUP} className="flex w-full items-baseline justify-between gap-4 text-left">
        <bdi translate="no" className="min-w-0 truncate leading-6">
          {project}
        </bdi>
        {all !== undefined && (
          <Link
            href={all}
            prefetch="intent"
            className="inline-flex shrink-0 items-center font-normal pointer-coarse:min-h-11"
          >
            {`All ${formatQuantity(found, 'release')}`}
          </Link>
        )}
      </th>
    </GridRow>
  );
}

function Head({
  title,
  isNumber = false,
  children,
}: {
  readonly title?: string;
  readonly isNumber?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <GridHeadCell
      title={title}
      className={`text-xs font-normal whitespace-nowrap text-faint ${isNumber ? 'text-right' : 'text-left'}`}
    >
      {children}
    </GridHeadCell>
  );
}

function NoReleases(): ReactNode {
  return (
    <Section id="begin" title="No release yet">
      <p className="max-w-prose pb-2 text-sm text-quiet">
        Tell the SDK which version runs. Its next event or session makes the release. SDKs of
        browsers and phones then send sessions by themselves, from which Errata counts crashes and
        users.
      </p>
      <div className="max-w-3xl">
        <SnippetBlock file="JavaScript; other SDKs call it “release”, too" code={SNIPPET} />
      </div>
      <p className="max-w-prose pt-3 text-sm text-quiet">
        Commits and deploys come from{' '}
        <code translate="no" className="font-mono text-xs">
          sentry-cli releases
        </code>{' '}
        in the build.{' '}
        <Link
          href={to('/help/:document', { document: 'releases' })}
          className="inline-flex items-center pointer-coarse:min-h-11"
        >
          What to send, and what it gives
        </Link>
      </p>
    </Section>
  );
}
