import type { Project } from '#product/projects/projects';
import { readFixes } from '#product/recording/releases/rules';
import type { NamedIssue, ToldCommit } from '#product/recording/releases/rules';
import { toShortId } from '#shared';

/** A message has room for a thousand names, and a page shows many messages. */
const MOST_NOTES = 10;

export interface FixFacts {
  /** Projects that the visitor sees. */
  readonly projects: readonly Pick<Project, 'id' | 'slug'>[];
  /** Projects for which the release was reported. */
  readonly ofRelease: readonly number[];
  /** Whether the project has an issue of this number. */
  readonly isKnown: (projectId: number, number: number) => boolean;
}

/** Lists the issues that commits name, in projects that the visitor sees. */
export function listNamedIssues(
  commits: readonly ToldCommit[],
  { projects }: Pick<FixFacts, 'projects'>,
): readonly { readonly projectId: number; readonly number: number }[] {
  return commits.flatMap(({ message = '' }) =>
    readFixes(message).flatMap(({ slug, number }) => {
      const project = projects.find((each) => each.slug === slug);
      return project ? [{ projectId: project.id, number }] : [];
    }),
  );
}

/**
 * Says of each issue that a commit names as fixed, why the commit does not resolve it. Says the same
 * of projects that the visitor does not see and of those that do not exist.
 */
export function toUnresolvedFixes({ message = '' }: ToldCommit, facts: FixFacts): string[] {
  const notes = readFixes(message).flatMap((issue) => {
    const why = findObstacle(issue, facts);
    return why === undefined ? [] : [`${toShortId(issue.slug, issue.number)} ${why}`];
  });
  const all = [...new Set(notes)];
  const shown = all.slice(0, MOST_NOTES);
  const more = all.length - shown.length;
  return more === 0 ? shown : [...shown, `And ${more} more issues.`];
}

function findObstacle(
  { slug, number }: NamedIssue,
  { projects, ofRelease, isKnown }: FixFacts,
): string | undefined {
  const project = projects.find((each) => each.slug === slug);
  if (!project) return 'is in no project that you may read.';
  if (!ofRelease.includes(project.id)) return 'is not resolved: the release is not of its project.';
  return isKnown(project.id, number) ? undefined : 'is not resolved: there is no such issue.';
}
