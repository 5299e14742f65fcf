import type { Transaction } from 'kysely';
import { applyChange, parseEmail, toCurrentState } from '#shared';
import { inChunks, toPortableText } from '#persistence/stores';
import type { Schema } from '#persistence/stores';
import { endAlerts } from '#product/alerting/alerts';
import { lockIssues, readState, toIssueState, writeStates } from '#product/recording/issues';
import type { StateChange } from '#product/recording/issues';
import type { CommitStep } from '#product/recording/releases';
import { readFixes } from '#product/recording/releases/rules';
import type { NamedIssue, ToldCommit } from '#product/recording/releases/rules';
import { endPassedMutes } from './change-states.ts';

/** Issues beyond this many are not resolved, so that one release holds few locks. */
const MOST_ISSUES = 1000;

interface Fix {
  readonly issue: NamedIssue;
  readonly commit: ToldCommit;
}

/**
 * Resolves the issues that commits of a release say they fix, in that release. The newest commit
 * that names an issue counts. A commit resolves an issue once. When a person reopens the issue and
 * a client reports the same commit again, the issue stays open.
 */
export const resolveFixedIssues: CommitStep = async (reported) => {
  const { transaction, projectIds, version, nowMs } = reported;
  const fixes = await findFixes(transaction, projectIds, listFixes(reported.commits));
  if (fixes.size === 0) return [];
  const issues = await lockIssues(reported, [...fixes.keys()]);
  const applied = await listApplied(transaction, [...issues.keys()]);
  const due = [...issues.values()].filter(
    ({ id }) => !applied.get(id)?.has(toPortableText(fixes.get(id)?.id ?? '')),
  );
  await endPassedMutes(reported, new Map(due.map((issue) => [issue.id, issue])), nowMs);
  const findAuthor = await readAuthors(transaction, projectIds, [...fixes.values()]);
  const changes = due.flatMap((issue): StateChange[] => {
    const { id: issueId, project_id: projectId, events, users } = issue;
    const from = toCurrentState(toIssueState(issue), nowMs);
    const commit = fixes.get(issueId);
    const byUserId = findAuthor(commit?.authorEmail, projectId);
    const by = byUserId === undefined ? {} : { byUserId };
    const result = applyChange(
      from,
      {
        kind: 'resolveInRelease',
        release: toPortableText(version),
        commit: toPortableText(commit?.id ?? ''),
      },
      { nowMs, events, users, ...by },
    );
    return result.outcome === 'changed'
      ? [{ issueId, from, to: result.state, atMs: nowMs, ...by }]
      : [];
  });
  await writeStates(transaction, changes);
  await endAlerts(transaction, changes);
  return changes.flatMap(({ issueId }) => issues.get(issueId)?.project_id ?? []);
};

/** Pairs each issue with the newest commit that names it. */
function listFixes(commits: readonly ToldCommit[]): readonly Fix[] {
  const fixes = new Map<string, Fix>();
  for (const commit of commits) {
    for (const issue of readFixes(commit.message ?? '')) {
      const name = `${issue.slug}-${issue.number}`;
      if (!fixes.has(name)) fixes.set(name, { issue, commit });
    }
  }
  return [...fixes.values()].slice(0, MOST_ISSUES);
}

/** Returns commits by issue id. A merged issue stands for the issue into which it was merged. */
async function findFixes(
  transaction: Transaction<Schema>,
  projectIds: readonly number[],
  fixes: readonly Fix[],
): Promise<ReadonlyMap<number, ToldCommit>> {
  const found = new Map<number, ToldCommit>();
  if (fixes.length === 0 || projectIds.length === 0) return found;
  const slugs = await transaction
    .selectFrom('projects')
    .select(['id', 'slug'])
    .where('id', 'in', projectIds)
    .where('deleted_at', 'is', null)
    .execute();
  for (const { id: projectId, slug } of slugs) {
    const ofProject = new Map(
      fixes.flatMap(({ issue, commit }) =>
        issue.slug === slug ? [[issue.number, commit] as const] : [],
      ),
    );
    if (ofProject.size === 0) continue;
    const rows = await transaction
      .selectFrom('issues')
      .select(['id', 'number', 'merged_into'])
      .where('project_id', '=', projectId)
      .where('number', 'in', [...ofProject.keys()])
      .execute();
    for (const { id, number, merged_into: mergedInto } of rows) {
      const commit = ofProject.get(number);
      if (commit) found.set(mergedInto ?? id, commit);
    }
  }
  return found;
}

/** Returns the ids of the commits that have already resolved each issue, or one merged into it. */
async function listApplied(
  transaction: Transaction<Schema>,
  issueIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const rows = await inChunks(issueIds, (chunk) =>
    transaction
      .selectFrom('issue_history')
      .innerJoin('issues', 'issues.id', 'issue_history.issue_id')
      .select(['issues.id', 'merged_into', 'to_value'])
      .where((where) =>
        where.or([where('issues.id', 'in', chunk), where('merged_into', 'in', chunk)]),
      )
      .where('what', '=', 'state')
      .where('to_value', 'like', '%"commit":%')
      .execute(),
  );
  const applied = new Map<number, Set<string>>();
  for (const { id, merged_into: mergedInto, to_value: value } of rows) {
    const state = readState(value);
    const issueId = mergedInto ?? id;
    if (!('commit' in state) || state.commit === undefined) continue;
    const ofIssue = applied.get(issueId) ?? new Set<string>();
    applied.set(issueId, ofIssue.add(state.commit));
  }
  return applied;
}

/** Returns a function that finds the member of a project who has an email. */
async function readAuthors(
  transaction: Transaction<Schema>,
  projectIds: readonly number[],
  commits: readonly ToldCommit[],
): Promise<(email: string | undefined, projectId: number) => number | undefined> {
  const toKey = (email: string | undefined) =>
    email === undefined ? undefined : parseEmail(email)?.key;
  const keys = [...new Set(commits.flatMap(({ authorEmail }) => toKey(authorEmail) ?? []))];
  const users = await inChunks(keys, (chunk) =>
    transaction
      .selectFrom('users')
      .select(['id', 'email_key', 'is_owner'])
      .where('email_key', 'in', chunk)
      .where('state', '=', 'active')
      .execute(),
  );
  const memberships = await inChunks(
    users.map(({ id }) => id),
    (chunk) =>
      transaction
        .selectFrom('memberships')
        .select(['user_id', 'project_id'])
        .where('user_id', 'in', chunk)
        .where('project_id', 'in', projectIds)
        .execute(),
  );
  return (email, projectId) => {
    const key = toKey(email);
    return users.find(
      ({ id, email_key: emailKey, is_owner: isOwner }) =>
        emailKey === key &&
        (isOwner === 1 ||
          memberships.some((each) => each.user_id === id && each.project_id === projectId)),
    )?.id;
  };
}
