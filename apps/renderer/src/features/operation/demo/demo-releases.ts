import { createHash } from 'node:crypto';
import type { ReportedReleaseStore } from '#product/recording/releases';
import { DAY_MS, NAMES, RELEASE_DAYS } from './demo-project.ts';
import type { DemoKind, DemoProject } from './demo-project.ts';

type NewDeploy = Parameters<ReportedReleaseStore['addDeploy']>[1];
type Commit = NonNullable<Parameters<ReportedReleaseStore['upsert']>[1]['commits']>[number];

export interface DemoRelease {
  readonly version: string;
  readonly releasedAtMs: number;
  /** Newest first. */
  readonly commits: readonly Commit[];
  readonly deploys: readonly NewDeploy[];
}

/**
 * Returns the releases of a project as its pipeline would have told them. Each kind of error has a
 * commit to its file in the release that it came with.
 */
export function planReleases(project: DemoProject, startedAtMs: number): DemoRelease[] {
  return project.releases.map((version, nth) => {
    const releasedAtMs = startedAtMs - RELEASE_DAYS[nth]! * DAY_MS;
    const kinds = project.kinds.filter((kind) => findRelease(kind) === nth);
    return {
      version,
      releasedAtMs,
      commits: kinds.flatMap((kind, at) => toCommit(project, kind, releasedAtMs - (at + 1) * 9e6)),
      deploys: [
        { environment: 'staging', finishedAtMs: releasedAtMs - DAY_MS },
        { environment: 'production', finishedAtMs: releasedAtMs },
      ],
    };
  });
}

function findRelease({ days: [first] }: DemoKind): number {
  return RELEASE_DAYS.findLastIndex((began) => began >= first);
}

function toCommit(project: DemoProject, kind: DemoKind, atMs: number): Commit[] {
  const frame = kind.event.exception?.values
    .at(-1)
    ?.stacktrace?.frames.findLast(({ in_app: isOwn, lineno = 0 }) => isOwn && lineno > 1);
  const path = (frame?.filename ?? frame?.abs_path)?.replace(/^https?:\/\/[^/]+\//, '');
  if (path === undefined) return [];
  const name = `${project.slug} ${path} ${kind.days[0]}`;
  const id = createHash('sha1').update(name).digest('hex');
  const author = NAMES[Number.parseInt(id.slice(0, 6), 16) % NAMES.length]!;
  return [
    {
      id,
      repository: `shop/${project.slug.replace('demo-', '')}`,
      authorName: author[0]!.toUpperCase() + author.slice(1),
      authorEmail: `${author}@shop.example`,
      atMs,
      message: `Rework ${frame?.function ?? 'calls'} in ${path.split('/').at(-1)}`,
      patchSet: [{ path, type: 'M' }],
    },
  ];
}
