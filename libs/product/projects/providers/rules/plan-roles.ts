import type { ProjectRole, Role } from '#product/people/accounts/rules';
import { projectRoles } from '#product/people/accounts/rules';

/** Stands for a group that everybody is in. */
const EVERYBODY = '*';

/** People in a group of the provider have a role: `owner`, or another one in some projects. */
export interface GroupRule {
  readonly group: string;
  readonly role: Role;
  readonly projectIds: 'all' | readonly number[];
}

/** The roles of somebody from this sign-in on. Whatever is not named stays as it is. */
export interface RolePlan {
  /** Absent where no rule names owners. */
  readonly isOwner?: boolean;
  /** Roles by project, for the projects that rules name; undefined: no role there. */
  readonly roles: ReadonlyMap<number, ProjectRole | undefined>;
}

/** The highest role of all groups holds. `projectIds` are all there are. */
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
  return { ...(ofOwners.length > 0 ? { isOwner: ofOwners.some(isIn) } : {}), roles };
}

function toHigher(one: ProjectRole | undefined, other: ProjectRole): ProjectRole {
  const rank = (role: ProjectRole): number => projectRoles.indexOf(role);
  return one !== undefined && rank(one) > rank(other) ? one : other;
}
