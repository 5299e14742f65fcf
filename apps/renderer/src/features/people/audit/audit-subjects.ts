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
 * Returns the subject under which a kind of change is listed: `member.` for `member.added`. Each
 * kind of settings, such as `settings.intake`, is a subject of its own.
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
