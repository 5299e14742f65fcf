/** Roles within a project; each role includes all rights of the roles before it. */
export const projectRoles = ['viewer', 'member', 'admin'] as const;
export type ProjectRole = (typeof projectRoles)[number];

export type Role = ProjectRole | 'owner';

/**
 * A `disabled` user may be enabled again. A `removed` user remains only as a name in the history.
 */
export type UserState = 'active' | 'disabled' | 'removed';

export const roles: readonly Role[] = [...projectRoles, 'owner'];

/**
 * Maps every right to the lowest role that has it. All guards use this one table.
 *
 * The prefix says where a right holds. `issues`, `releases`, `sourceMaps` and `project` hold within
 * a project, by the user's role in that project. `projects` and `instance` hold outside projects,
 * for owners only.
 *
 * A signed-in user needs no right for their own preferences, sessions and password.
 */
const leastRoles = {
  'issues.read': 'viewer',
  'issues.triage': 'member',
  'issues.comment': 'member',
  'issues.merge': 'member',
  'releases.read': 'viewer',
  'releases.write': 'member',
  'sourceMaps.upload': 'member',
  /** Also deletes the events; no one can restore them. */
  'issues.delete': 'admin',
  'project.settings': 'admin',
  'project.keys': 'admin',
  'project.members': 'admin',
  'project.alerts': 'admin',
  'project.filters': 'admin',
  'project.retention': 'admin',
  /** Right to find, export and erase the stored data of one user of the monitored application. */
  'project.erase': 'admin',
  'projects.list': 'owner',
  'projects.create': 'owner',
  'projects.delete': 'owner',
  'instance.people': 'owner',
  'instance.invitations': 'owner',
  'instance.operate': 'owner',
  'instance.settings': 'owner',
  'instance.auditLog': 'owner',
  'instance.erase': 'owner',
} as const satisfies Record<string, Role>;

export type Right = keyof typeof leastRoles;

export const rights = /* @__PURE__ */ Object.keys(leastRoles) as readonly Right[];

export function isInstanceRight(right: Right): boolean {
  return /^(?:projects|instance)\./.test(right);
}

export function can(role: Role | undefined, right: Right): boolean {
  return role !== undefined && roles.indexOf(role) >= roles.indexOf(leastRoles[right]);
}

/**
 * Returns a user's role in a project; owners have the role `owner` in every project. Returns
 * undefined for a user who must not learn that the project exists.
 */
export function toRole(
  { isOwner }: { readonly isOwner: boolean },
  inProject?: ProjectRole,
): Role | undefined {
  return isOwner ? 'owner' : inProject;
}

export function toHigherRole(one: ProjectRole, other: ProjectRole): ProjectRole {
  return projectRoles.indexOf(one) >= projectRoles.indexOf(other) ? one : other;
}

export function isProjectRole(text: string): text is ProjectRole {
  return (projectRoles as readonly string[]).includes(text);
}
