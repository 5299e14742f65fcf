import { rights } from './roles.ts';
import type { Right } from './roles.ts';

/** Scopes of a token, under the names that clients of Sentry's API use. */
export const scopes = [
  'org:ci',
  'org:read',
  'project:read',
  'project:write',
  'project:releases',
  'event:read',
  'event:write',
  'event:admin',
  'member:read',
] as const;

export type Scope = (typeof scopes)[number];

const RELEASES: readonly Right[] = ['releases.read', 'releases.write', 'sourceMaps.upload'];
const TRIAGE: readonly Right[] = ['issues.read', 'issues.triage', 'issues.comment', 'issues.merge'];

/**
 * Rights of each scope. Reading the names of projects and people needs no right, so tokens with any
 * scope can read them.
 */
const rightsOf: Readonly<Record<Scope, readonly Right[]>> = {
  'org:ci': RELEASES,
  'org:read': ['releases.read'],
  'project:read': ['releases.read'],
  'project:write': [
    'releases.read',
    'project.settings',
    'project.keys',
    'project.filters',
    'projects.create',
  ],
  'project:releases': RELEASES,
  'event:read': ['issues.read'],
  'event:write': TRIAGE,
  'event:admin': [...TRIAGE, 'issues.delete'],
  'member:read': [],
};

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}

/** Returns the rights of these scopes. A token has a right only when its user has the right too. */
export function toRights(granted: readonly Scope[]): ReadonlySet<Right> {
  const allowed = new Set(granted.flatMap((scope) => rightsOf[scope]));
  return new Set(rights.filter((right) => allowed.has(right)));
}
