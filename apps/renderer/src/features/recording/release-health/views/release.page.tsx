import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Section } from '../../../../ui/section.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { ReleaseProps } from '../release-health.dto.ts';
import { Commits } from './commits.tsx';
import { Deploys } from './deploys.tsx';
import { Hours } from './hours.tsx';
import { ReleaseIssues } from './release-issues.tsx';
import { ReleaseFiguresOf } from './release-figures.tsx';
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

function Head({
  version,
  projects,
  firstSeenMs,
}: Pick<ReleaseProps, 'version' | 'projects' | 'firstSeenMs'>): ReactNode {
  return (
    <div className="pb-4">
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
    </div>
  );
}
