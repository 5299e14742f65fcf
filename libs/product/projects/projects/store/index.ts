import type { Generated } from 'kysely';
import { countOf, type EntryTexts, tellList } from '#product/people/audit/rules';
import type { Capability } from '#persistence/stores';
import type { KeyScope } from '#shared';
import { ProjectSettingsStore } from './project-settings.store.ts';
import { ProjectStore } from './project.store.ts';
import { createProjects } from './migrations/0001-create-projects.ts';
import { keepWhatProgramsTell } from './migrations/0055-keep-what-programs-tell.ts';

interface ProjectsTable {
  readonly id: Generated<number>;
  readonly slug: string;
  readonly name: string;
  readonly platform: string | null;
  readonly created_at: number;
  readonly next_issue_number: Generated<number>;
  /**
   * Number of new issues that the project could create at `new_issues_left_at`. Null before the
   * first new issue is counted.
   */
  readonly new_issues_left: number | null;
  readonly new_issues_left_at: number | null;
  /**
   * Null while the project exists. A deleted project appears in no list, and a job removes its
   * rows.
   */
  readonly deleted_at: number | null;
}

interface ProjectKeysTable {
  readonly public_key: string;
  readonly project_id: number;
  /** 0 or 1, because SQLite has no boolean. */
  readonly enabled: Generated<number>;
  readonly created_at: number;
  readonly reports_per_minute: number | null;
  readonly scope: KeyScope | null;
  readonly label: string | null;
}

declare module '#persistence/stores' {
  interface Schema {
    readonly projects: ProjectsTable;
    readonly project_keys: ProjectKeysTable;
  }
}

function toRateSentence(whose: string, { from, to }: Pick<EntryTexts, 'from' | 'to'>): string {
  if (to === '') return `no longer limited ${whose} (${from} reports a minute before)`;
  const before = from === '' ? '' : `, from ${from} before`;
  return `limited ${whose} to ${countOf(to, 'report')} a minute${before}`;
}

/** Shortens a public key, because all of it would fill a line on a phone. */
function shorten(key: string): string {
  return `${key.slice(0, 8)}…`;
}

export const projects = {
  tables: ['projects', 'project_keys'],
  migrations: [createProjects, keepWhatProgramsTell],
  stores: {
    projects: {
      port: ProjectStore,
      open: (database, settings) => new ProjectStore(database, settings),
    },
    projectSettings: {
      port: ProjectSettingsStore,
      open: (database, settings) => new ProjectSettingsStore(database, settings),
    },
  },
  newProject: [],
  auditTexts: {
    project: 'Projects',
    key: 'Keys',
    'settings.intake': 'Limits and origins',
    'project.created': ({ to }) => `created the project ${to}`,
    'project.renamed': ({ from, to }) => `renamed the project ${from} to ${to}`,
    'project.platform': ({ project, to }) => `set the platform of ${project} to ${to}`,
    'project.deleted': ({ from }) => `deleted the project ${from}`,
    'key.added': ({ target, project }) => `made the key ${shorten(target)} of ${project}`,
    'key.enabled': ({ target, project, after }) =>
      `${after === true ? 'enabled' : 'disabled'} the key ${shorten(target)} of ${project}`,
    'key.limited': ({ target, ...told }) =>
      toRateSentence(`the key ${shorten(target)} of ${told.project}`, told),
    'key.named': ({ target, project, to }) =>
      `named the key ${shorten(target)} of ${project} ${to}`,
    'settings.intake.allowedOrigins': tellList('allowed origins'),
    'settings.intake.reportsPerMinute': (told) => toRateSentence(told.project, told),
    'settings.demo.startedAtMs': ({ project }) => `began to fill ${project} with made-up events`,
    'settings.demo.startedBy': ({ project }) =>
      `chose who handles the made-up issues of ${project}`,
    'settings.demo.besideAtMs': ({ project }) => `sent made-up sessions and logs to ${project}`,
    'settings.demo.filledAtMs': ({ project }) => `filled ${project} with made-up events`,
  },
} as const satisfies Capability;
