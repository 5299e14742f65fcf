/** Roles that a user has in a project, each with all rights of those before it. */
export const projectRoles = ['viewer', 'member', 'admin'] as const;
export type ProjectRole = (typeof projectRoles)[number];

/** `owner` is a role in the whole instance: in every project, and outside of all. */
export type Role = ProjectRole | 'owner';

/** Whoever is `disabled` may be let in again; whoever is `removed` is only a name in the history. */
export type UserState = 'active' | 'disabled' | 'removed';

/** By rank; `can` compares places in it. */
export const roles: readonly Role[] = [...projectRoles, 'owner'];

/**
 * Every right there is, and the least role that has it: the one table behind all guards.
 *
 * The part before the dot says where it holds. `issues`, `releases`, `sourceMaps` and `project`: in a project, by the
 * role that one has in it. `projects` and `instance`: outside of any, so only an owner's. What is
 * one's own (preferences, sessions, password) needs no right, only being signed in.
 */
const leastRoles = {
  /** See, search and follow the issues of a project. */
  'issues.read': 'viewer',
  /** Resolve, mute, assign and back. */
  'issues.triage': 'member',
  'issues.comment': 'member',
  'issues.merge': 'member',
  /** See which releases there are, with their commits and deploys. */
  'releases.read': 'viewer',
  /** Say what a release has: commits, deploys, dates. */
  'releases.write': 'member',
  'sourceMaps.upload': 'member',
  /** Of all its events too; nothing brings them back. */
  'issues.delete': 'admin',
  /** Its name and address. */
  'project.settings': 'admin',
  'project.keys': 'admin',
  /** Who is in it and as what; who is in Errata at all is `instance.people`. */
  'project.members': 'admin',
  'project.alerts': 'admin',
  'project.filters': 'admin',
  'project.retention': 'admin',
  /** Find, export and erase what is stored of somebody who used the application. */
  'project.erase': 'admin',
  /** See every project there is. */
  'projects.list': 'owner',
  'projects.create': 'owner',
  'projects.delete': 'owner',
  /** See all people, disable and remove them, make and unmake owners. */
  'instance.people': 'owner',
  'instance.invitations': 'owner',
  /** The operator page: queues, faults, disk. */
  'instance.operate': 'owner',
  'instance.settings': 'owner',
  'instance.auditLog': 'owner',
  /** As `project.erase`, in all projects. */
  'instance.erase': 'owner',
} as const satisfies Record<string, Role>;

export type Right = keyof typeof leastRoles;

export const rights = /* @__PURE__ */ Object.keys(leastRoles) as readonly Right[];

/** Whether it holds outside of any project, so only for owners. */
export function isInstanceRight(right: Right): boolean {
  return /^(?:projects|instance)\./.test(right);
}

/** Whether `role` has `right`; nobody without a role has any. */
export function can(role: Role | undefined, right: Right): boolean {
  return role !== undefined && roles.indexOf(role) >= roles.indexOf(leastRoles[right]);
}

/** What a user is in a project: an owner is that everywhere. Undefined when it is none of their business. */
export function toRole(
  { isOwner }: { readonly isOwner: boolean },
  inProject?: ProjectRole,
): Role | undefined {
  return isOwner ? 'owner' : inProject;
}

/** The one of two roles that has more rights. */
export function toHigherRole(one: ProjectRole, other: ProjectRole): ProjectRole {
  return projectRoles.indexOf(one) >= projectRoles.indexOf(other) ? one : other;
}

export function isProjectRole(text: string): text is ProjectRole {
  return (projectRoles as readonly string[]).includes(text);
}
