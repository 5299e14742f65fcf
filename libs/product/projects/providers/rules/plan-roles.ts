import type { ProjectRole, Role } from '#product/people/accounts/rules';
import { projectRoles } from '#product/people/accounts/rules';

const EVERYBODY = '*';

export interface GroupRule {
  readonly group: string;
  readonly role: Role;
  readonly projectIds: 'all' | readonly number[];
}

/** Roles that a person gets at a sign-in. Roles that the plan does not mention stay unchanged. */
export interface RolePlan {
  /** Absent when no rule is about owners. Ownership stays unchanged in that case. */
  readonly isOwner?: boolean;
  /**
   * Role for each project that a rule mentions. Undefined means that the person loses any role in
   * that project.
   */
  readonly roles: ReadonlyMap<number, ProjectRole | undefined>;
}

/**
 * Plans a person's roles from their groups. When several rules match, the highest role wins.
 * `projectIds` lists all projects.
 */
export function planRoles(
  rules: readonly GroupRule[],
  groups: readonly string[],
  projectIds: readonly number[],
): RolePlan {
  const isIn = ({ group }: GroupRule): boolean => group === EVERYBODY || groups.includes(group);
  const ofOwners = rules.filter(({ role }) => role === 'owner');
  const roles = new Map<number, ProjectRole | undefined>();
  for (const rule of rules) {
    const { role } = rule;
    if (role === 'owner') continue;
    const named = rule.projectIds === 'all' ? projectIds : rule.projectIds;
    for (const id of named.filter((each) => projectIds.includes(each))) {
      roles.set(id, isIn(rule) ? toHigher(roles.get(id), role) : roles.get(id));
    }
  }
  return { isOwner: ofOwners.length > 0 ? ofOwners.some(isIn) : undefined, roles };
}

function toHigher(one: ProjectRole | undefined, other: ProjectRole): ProjectRole {
  const rank = (role: ProjectRole): number => projectRoles.indexOf(role);
  return one !== undefined && rank(one) > rank(other) ? one : other;
}
