import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Section } from '../../../../ui/section.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { ReleaseProps } from '../release-health.dto.ts';
import { Commits } from './commits.tsx';
import { CompareMenu } from './compare-menu.tsx';
import { Deploys } from './deploys.tsx';
import { Hours } from './hours.tsx';
import { ReleaseIssues } from './release-issues.tsx';
import { ReleaseFiguresOf } from './release-figures.tsx';
import { VerdictSentence } from './verdict.tsx';
import { useCurrentFigures } from './use-current-figures.ts';

export function Page(props: ReleaseProps): ReactNode {
  const { nowMs, newIssues, regressedIssues, resolvedIssues, environments } = props;
  useCurrentFigures();
  return (
    <NowProvider nowMs={nowMs}>
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
      <Section
        id="commits"
        title="Commits"
        note={
          props.commitCount > props.commits.length
            ? `the newest of ${props.commitCount}`
            : undefined
        }
      >
        <Commits commits={props.commits} />
      </Section>
    </NowProvider>
  );
}

function Head(props: ReleaseProps): ReactNode {
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
        <bdi>{version}</bdi>
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
          No release <bdi className="font-mono">{unknown}</bdi>
          {` is known in ${projects.join(', ')}.`}
          {other && ' The release before is shown instead.'}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pt-2">
        {other ? (
          <VerdictSentence verdict={other.verdict} version={other.version} />
        ) : (
          <p className="text-quiet">No release before it to compare with.</p>
        )}
        {props.choices.length + props.suggestions.length > 0 && <CompareMenu {...props} />}
      </div>
    </div>
  );
}

const ENVIRONMENTS = 3;

/** Names the last deploy to each environment. All deploys stand further down. */
function LastDeploys({ environments }: Pick<ReleaseProps, 'environments'>): ReactNode {
  const shown = environments.slice(0, ENVIRONMENTS);
  if (shown.length === 0) return <p className="text-sm text-quiet">No deploy is reported.</p>;
  const more = environments.length - shown.length;
  return (
    <p className="text-sm text-quiet wrap-anywhere">
      Deployed to{' '}
      {shown.map(({ name, deploys }, at) => (
        <span key={name}>
          {at > 0 && ', '}
          <bdi className="text-ink">{name}</bdi> <RelativeTime atMs={deploys[0]!.atMs} />
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
    </p>
  );
}
