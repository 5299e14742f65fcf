const AREAS: Readonly<Record<string, string>> = {
  project: 'Projects',
  key: 'Keys',
  search: 'Saved searches',
  member: 'Members',
  person: 'People',
  'second-factor': 'Second factor',
  provider: 'Providers',
  'source-maps': 'Source maps',
  token: 'Tokens',
  alert: 'Alerts',
  'person-data': 'People’s data',
  'failed-reports': 'Failed reports',
  channel: 'Channels',
  'allowed-host': 'Allowed hosts',
  issue: 'Issues changed by programs',
  issues: 'Deleted issues',
  'operator-alert': 'Alerts about Errata',
  monitor: 'Crons',
  outbox: 'Dropped alerts',
};

const PARTS: Readonly<Record<string, string>> = {
  intake: 'Limits and origins',
};

/**
 * Groups kinds of changes by subject. Each part of the settings is a subject of its own; other
 * kinds are grouped by their area, such as `member.`.
 */
export function toSubject(what: string): string {
  return what.startsWith('settings.') ? what : `${what.split('.')[0]}.`;
}

export function toSubjectWords(subject: string): string {
  const [, part] = /^settings\.(.+)$/.exec(subject) ?? [];
  if (part !== undefined) return PARTS[part] ?? capitalise(part);
  const area = subject.replace(/\.$/, '');
  return AREAS[area] ?? capitalise(area);
}

function capitalise(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
}
