import { Link } from '#client-runtime';
import { Parts, PartsAt } from '#client-runtime/parts';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { countOf, usersOf } from '../../../../ui/numbers/count.tsx';
import { Section } from '../../../../ui/section.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { ReleaseHealthController } from '../release-health.controller.ts';
import type { ReleaseIssueRow } from '../release-health.dto.ts';
import { CompareMenu } from './compare-menu.tsx';
import { Hours } from './hours.tsx';
import { ReleaseFiguresOf } from './release-figures.tsx';
import { VerdictSentence } from './verdict.tsx';
import { CurrentFigures } from './current-figures.tsx';

type Props = PropsOf<ReleaseHealthController['show']>;

export function Page(props: Props): ReactNode {
  const { nowMs, newIssues, regressedIssues, resolvedIssues, environments } = props;
  return (
    <Parts value={props}>
      <NowProvider nowMs={nowMs}>
        <CurrentFigures />
        <Head {...props} />
        <ReleaseFiguresOf {...props} />
        <Section id="health" title="Sessions by hour" note="the last 3 days">
          <Hours {...props} />
        </Section>
        <Section
          id="new"
          title="Began in it"
          note={
            newIssues.length === 0 ? undefined : (
              <Link
                href={props.newIssuesHref}
                className="inline-flex items-center pointer-coarse:min-h-11"
              >
                All of them
              </Link>
            )
          }
        >
          <ReleaseIssues issues={newIssues} none="No issue began in this release." />
        </Section>
        <Section id="regressed" title="Regressed in it">
          <ReleaseIssues issues={regressedIssues} none="No issue came back in this release." />
        </Section>
        <Section id="resolved" title="Resolved in it">
          <ReleaseIssues issues={resolvedIssues} none="No issue is resolved in this release." />
        </Section>
        <Section id="deploys" title="Deploys">
          <Deploys environments={environments} />
        </Section>
        <PartsAt place="below" />
      </NowProvider>
    </Parts>
  );
}

function Head(props: Props): ReactNode {
  const { version, projects, firstSeenMs, other, unknown } = props;
  return (
    <div className="pb-3">
      <p className="page-crumb">
        <Link href="/releases" className="inline-flex items-center pointer-coarse:min-h-11">
          Releases
        </Link>
        <span>· {projects.join(', ')}</span>
      </p>
      <h1 className="font-mono text-xl wrap-anywhere">
        <bdi translate="no">{version}</bdi>
      </h1>
      <p className="text-sm text-quiet">
        First seen <RelativeTime atMs={firstSeenMs} />
        <span className="text-xs text-faint">
          {' '}
          · <Moment atMs={firstSeenMs} />
        </span>
      </p>
      <LastDeploys {...props} />
      {unknown !== undefined && (
        <p role="status" className="pt-1 text-sm text-accent wrap-anywhere">
          No release{' '}
          <bdi translate="no" className="font-mono">
            {unknown}
          </bdi>
          {` is known in ${projects.join(', ')}.`}
          {other && ' The release before is shown instead.'}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pt-2">
        {other ? (
          <VerdictSentence verdict={other.verdict} version={other.version} />
        ) : (
          <p className="text-quiet">No earlier release of its package to compare with.</p>
        )}
        {props.choices.length + props.suggestions.length > 0 && <CompareMenu {...props} />}
      </div>
    </div>
  );
}

const ENVIRONMENTS = 3;

/** Names the last deploy to each environment. All deploys stand further down. */
function LastDeploys({ environments }: Pick<Props, 'environments'>): ReactNode {
  const shown = environments.slice(0, ENVIRONMENTS);
  if (shown.length === 0) return <p className="text-sm text-quiet">No deploy is reported.</p>;
  const more = environments.length - shown.length;
  return (
    <p className="text-sm text-quiet wrap-anywhere">
      Deployed to{' '}
      {shown.map(({ name, deploys }, at) => (
        <span key={name}>
          {at > 0 && ', '}
          <bdi translate="no" className="text-ink">
            {name}
          </bdi>{' '}
          <RelativeTime atMs={deploys[0]!.atMs} />
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
    </p>
  );
}

function Deploys({ environments }: Pick<Props, 'environments'>): ReactNode {
  if (environments.length === 0) {
    return (
      <p className="text-sm text-quiet">
        Nobody has reported a deploy.{' '}
        <code translate="no" className="font-mono text-xs">
          sentry-cli deploys new
        </code>{' '}
        does.
      </p>
    );
  }
  return (
    <dl className="text-sm">
      {environments.map(({ name, deploys }) => (
        <div
          key={name}
          className="grid gap-x-4 pt-2 first:pt-0 sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)]"
        >
          <dt className="font-semibold wrap-anywhere">
            <bdi translate="no">{name}</bdi>
          </dt>
          <dd>
            <ul>
              {deploys.map((deploy) => (
                <li key={deploy.id} className="flex flex-wrap gap-x-3 wrap-anywhere">
                  <RelativeTime atMs={deploy.atMs} />
                  <Moment atMs={deploy.atMs} className="text-xs leading-5 text-faint" />
                  {deploy.name !== undefined && (
                    <bdi translate="no" className="text-quiet">
                      {deploy.name}
                    </bdi>
                  )}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ReleaseIssues({
  issues,
  none,
}: {
  readonly issues: readonly ReleaseIssueRow[];
  readonly none: string;
}): ReactNode {
  if (issues.length === 0) return <p className="text-sm text-quiet">{none}</p>;
  return (
    <ul className="text-sm">
      {issues.map((issue) => (
        <Issue key={issue.href} issue={issue} />
      ))}
    </ul>
  );
}

function Issue({ issue }: { readonly issue: ReleaseIssueRow }): ReactNode {
  const { href, shortId, type, value, events, users } = issue;
  return (
    <li className="relative flex flex-wrap gap-x-4 border-t border-rule py-1.5 first:border-t-0 hover:bg-raised has-focus-visible:bg-raised pointer-coarse:py-3">
      <Link
        href={href}
        prefetch="intent"
        className="stretched min-w-0 flex-1 truncate no-underline max-sm:basis-full"
      >
        <bdi translate="no" className="font-semibold">
          {type}
        </bdi>{' '}
        <bdi translate="no" className="text-quiet">
          {value}
        </bdi>
      </Link>
      <span className="text-xs leading-5 whitespace-nowrap text-faint">{shortId}</span>
      <span className="text-xs leading-5 whitespace-nowrap text-quiet tabular-nums sm:w-36 sm:text-right">
        {countOf(events)} {events === 1 ? 'event' : 'events'} · {usersOf(users)}{' '}
        {users === 1 ? 'user' : 'users'}
      </span>
    </li>
  );
}
