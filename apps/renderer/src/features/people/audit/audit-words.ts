const WORDS: Readonly<Record<string, string>> = {
  'project.created': 'Project created',
  'project.renamed': 'Project renamed',
  'project.deleted': 'Project deleted',
  'key.added': 'Key added',
  'key.enabled': 'Key enabled or disabled',
  'key.limited': 'Rate of a key',
  'settings.intake': 'Intake settings',
  'settings.privacy': 'Privacy settings',
  'search.saved': 'Search of a project saved',
  'search.renamed': 'Search of a project renamed',
  'search.default': 'Search made the default of a project',
  'search.no-default': 'Search no default any more',
  'search.removed': 'Search of a project removed',
  'member.added': 'Member added',
  'member.role': 'Role of a member',
  'member.removed': 'Member removed',
  'member.invited': 'Invitation into a project',
  'person.owner': 'Owner made or unmade',
  'person.enabled': 'Account enabled or disabled',
  'person.removed': 'Account removed',
  'person.reset-link': 'Link for another password made',
  'source-maps.removed': 'Upload of source maps removed',
  'token.added': 'Token made',
  'token.removed': 'Token withdrawn',
  'alert.added': 'Rule of alerts added',
  'alert.changed': 'Rule of alerts changed',
  'alert.removed': 'Rule of alerts removed',
  'person-data.erasing': 'Erasure of a person begun',
  'person-data.erased': 'Person erased',
  'person-data.exported': 'Person exported',
  'failed-reports.tried_again': 'Failed reports tried again',
  'failed-reports.discarded': 'Failed reports discarded',
  'failed-reports.downloaded': 'Failed report downloaded',
  'channel.added': 'Channel added',
  'channel.changed': 'Channel changed',
  'channel.removed': 'Channel removed',
  'channel.switched_off': 'Channel switched off',
  'allowed-host.added': 'Host allowed to channels',
  'allowed-host.removed': 'Host forbidden to channels',
  'issues.deleted': 'Issues deleted by a search',
  'operator-alert.switched': 'Alert about Errata switched',
  'monitor.added': 'Cron monitor added',
  'monitor.changed': 'Schedule of a cron monitor',
  'monitor.rescheduled': 'Schedule of a cron monitor, changed by a check-in',
  'monitor.state': 'Cron monitor muted or switched off',
  'monitor.removed': 'Cron monitor removed',
  'outbox.dropped': 'Alerts dropped',
};

/** A part of a project's settings is told by its own name, and so is a kind of change that this version does not know. */
export function toWords(what: string): string {
  const [, part] = /^settings\.(.+)$/.exec(what) ?? [];
  return WORDS[what] ?? (part === undefined ? what : toSentence(part));
}

/** `grouping-rules` is `Grouping rules`. */
function toSentence(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
}

const FIELDS: Readonly<Record<string, string>> = {
  reportsPerMinute: 'reports a minute',
  allowedOrigins: 'allowed origins',
  extensions: 'browser extensions',
  noise: 'noise of browsers',
  outdated: 'outdated browsers',
  health: 'health checks',
  messages: 'patterns of messages',
  releases: 'patterns of releases',
  environments: 'patterns of environments',
  networks: 'networks of senders',
  days: 'days',
  secretNames: 'secret names',
  safeNames: 'safe names',
  openPaths: 'fields in which nothing is hidden',
  hidesMail: 'mail addresses are hidden',
  hidesIban: 'bank accounts are hidden',
  addresses: 'network addresses of people',
  lines: 'rules',
};

/** A field of settings in words; a key or an unknown field as it is. */
export function toTargetWords(target: string): string {
  return FIELDS[target] ?? target;
}

const MOST = 200;

/** A JSON value as a reader wants it: text as it is, lists with commas, yes and no. */
export function toText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = Array.isArray(value)
    ? value.map((each) => toText(each) ?? '').join(', ')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}
