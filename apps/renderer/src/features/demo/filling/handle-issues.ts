import type { Issue, IssueStore, ProjectKey, TriageStore } from '#persistence';
import type { IssueChange } from '#shared';
import { EVENTS_PER_PROJECT, planIssues } from '../events/demo-plan.ts';
import type { DemoEvent } from '../events/demo-plan.ts';
import { demoProjects } from '../events/demo-projects.ts';

/** More than a project of the demo has. */
const ISSUES = 100;

/** What becomes of one in ten issues each. */
const CHANGES: readonly (readonly [tenth: number, IssueChange])[] = [
  [1, { kind: 'resolve' }],
  [3, { kind: 'resolveInNextRelease' }],
  [5, { kind: 'muteForever' }],
  [7, { kind: 'muteUntilEvents', count: 1000 }],
  [9, { kind: 'resolve' }],
];
const ASSIGNED_TENTHS = [0, 4];
/** Of those that are resolved, and how many of a project come back. */
const REGRESSED_TENTH = 9;
const REGRESSED = 2;

interface Handled {
  readonly keys: ReadonlyMap<string, Pick<ProjectKey, 'projectId'>>;
  readonly byUserId: number;
  readonly nowMs: number;
}

/**
 * Resolves, mutes, assigns and comments on some issues of each project, in the name of the user. Gives events that bring
 * some of the resolved ones back; they occur when they are sent.
 */
export async function handleIssues(
  { issues, triage }: { readonly issues: IssueStore; readonly triage: TriageStore },
  { keys, byUserId, nowMs }: Handled,
): Promise<DemoEvent[]> {
  const act = { byUserId, nowMs };
  const back: DemoEvent[] = [];
  for (const project of demoProjects) {
    const key = keys.get(project.slug);
    if (!key) continue;
    const listed = await issues.list({ projectIds: [key.projectId], limit: ISSUES, nowMs });
    const byTenth = (tenth: number): Issue[] =>
      listed.toSorted((one, other) => one.id - other.id).filter((_, at) => at % 10 === tenth);
    for (const [tenth, change] of CHANGES) {
      await triage.change({ issueIds: toIds(byTenth(tenth)), change, ...act });
    }
    const assigned = toIds(ASSIGNED_TENTHS.flatMap(byTenth));
    await triage.assign({ issueIds: assigned, assigneeId: byUserId, ...act });
    const [first] = assigned;
    if (first !== undefined) {
      const body = 'Seen by support, too. The **release before** did not have it.';
      await triage.comment({ issueId: first, body, ...act });
    }
    const planned = planIssues(project);
    // A place is the failing call, of which there is one of each name, and where it stands.
    const toPlanned = ({ place }: Issue) =>
      planned.find(({ function: name }) => place.split(' (')[0]!.endsWith(name)) ?? [];
    const returned = byTenth(REGRESSED_TENTH).slice(0, REGRESSED).flatMap(toPlanned);
    back.push(
      ...returned.map((issue, at) => ({
        project,
        issue,
        index: EVENTS_PER_PROJECT + at,
        ageMs: 0,
        release: project.releases.at(-1)!,
        environment: 'production',
      })),
    );
  }
  return back;
}

function toIds(issues: readonly Issue[]): number[] {
  return issues.map(({ id }) => id);
}
