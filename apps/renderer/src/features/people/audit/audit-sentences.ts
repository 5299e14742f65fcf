import { findOwn } from '#shared';
import type { AuditEntry } from '#product/people/audit';
import type { AuditTexts, EntryTexts } from '#product/people/audit/rules';

/** Names by id. Deleted projects and removed people are absent. */
export interface AuditNames {
  readonly projects: ReadonlyMap<number, string>;
  readonly people: ReadonlyMap<number, string>;
}

/**
 * Returns the sentence for an entry, without the leading name of the person: `changed the retention
 * of web from 90 to 30 days`.
 */
export function toSentence(entry: AuditEntry, names: AuditNames, texts: AuditTexts): string {
  const { what, target = '', from, to, projectId } = entry;
  const project =
    projectId === undefined ? '' : (names.projects.get(projectId) ?? 'a deleted project');
  const person = names.people.get(Number(target));
  const told: EntryTexts = {
    target,
    from: toText(from),
    to: toText(to),
    before: from,
    after: to,
    project,
    inProject: project && ` in ${project}`,
    person: person ?? 'a removed person',
    isPersonGone: person === undefined,
  };
  const key = what.startsWith('settings.') ? `${what}.${target}` : what;
  const tell = findOwn(texts, key);
  if (typeof tell === 'function') return tell(told);
  return `changed ${what.replace(/^settings\./, '').replaceAll(/[._-]/g, ' ')}${told.inProject}`;
}

export function isOfPerson({ what, target }: AuditEntry): boolean {
  return /^(?:member|person)\./.test(what) && target !== undefined;
}

/**
 * Returns the subject under which a kind of change is listed: `member.` for `member.added`. Each
 * kind of settings, such as `settings.intake`, is a subject of its own.
 */
export function toSubject(what: string): string {
  return what.startsWith('settings.') ? what : `${what.split('.')[0]}.`;
}

export function toSubjectWords(subject: string, texts: AuditTexts): string {
  const name = subject.replace(/\.$/, '');
  const words = findOwn(texts, name);
  return typeof words === 'string' ? words : capitalise(name.replace(/^settings\./, ''));
}

function capitalise(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
}

/** Returns an empty text for objects, which only the details of an entry show. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
