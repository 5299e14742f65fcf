import type { Project } from '#product/projects/projects';
import type { ToldDeploy, ToldRelease } from '#product/recording/releases';
import { toShortVersion } from '#product/recording/releases/rules';
import type { ToldCommit } from '#product/recording/releases/rules';

/**
 * Formats a release as Sentry's API does, with only those projects that are in `readable`. Fields
 * that Sentry derives from events are empty.
 */
export function toReleaseAnswer(release: ToldRelease, readable: readonly Project[]): object {
  const { id, version, ref, url, status, lastCommitId } = release;
  return {
    id,
    version,
    shortVersion: toShortVersion(version),
    status,
    ref: ref ?? null,
    url: url ?? null,
    dateCreated: toIsoTime(release.createdAtMs),
    dateStarted: toIsoTime(release.startedAtMs),
    dateReleased: toIsoTime(release.releasedAtMs),
    firstEvent: null,
    lastEvent: null,
    newGroups: 0,
    projects: readable
      .filter((project) => release.projectIds.includes(project.id))
      .map((project) => ({ id: project.id, slug: project.slug, name: project.name })),
    commitCount: release.commitCount,
    deployCount: release.deployCount,
    lastCommit: lastCommitId === undefined ? null : { id: lastCommitId },
    lastDeploy: null,
    authors: [],
    owner: null,
    data: {},
  };
}

export function toCommitAnswer(commit: ToldCommit): object {
  const { id, repository, authorName, authorEmail, message } = commit;
  const isKnown = authorName !== undefined || authorEmail !== undefined;
  return {
    id,
    message: message ?? null,
    dateCreated: toIsoTime(commit.atMs),
    author: isKnown ? { name: authorName ?? null, email: authorEmail ?? null } : null,
    repository: repository === undefined ? null : { name: repository },
  };
}

export function toDeployAnswer(deploy: ToldDeploy, readable: readonly Project[]): object {
  const { id, environment, name, url, projectIds } = deploy;
  const slugs = readable.flatMap((project) =>
    projectIds?.includes(project.id) ? [project.slug] : [],
  );
  return {
    id: String(id),
    environment,
    name: name ?? null,
    url: url ?? null,
    dateStarted: toIsoTime(deploy.startedAtMs),
    dateFinished: toIsoTime(deploy.finishedAtMs),
    projects: projectIds ? slugs : undefined,
  };
}

function toIsoTime(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
