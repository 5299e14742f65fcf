import { defaultLogSettings, defaultPrivacy, retentionLimits } from '#shared';
import type { AuditEntry } from '#product/people/audit';
import { toAlertSentence } from './alert-sentence.ts';
import { toListChange } from './list-change.ts';
import type { EntryTexts } from './entry-texts.ts';

/** Names by id. Deleted projects and removed people are absent. */
export interface AuditNames {
  readonly projects: ReadonlyMap<number, string>;
  readonly people: ReadonlyMap<number, string>;
}

type Sentence = (told: EntryTexts) => string;

const REMOVED_PERSON = 'a removed person';

const SENTENCES: Readonly<Record<string, Sentence>> = {
  'project.created': ({ to }) => `created the project ${to}`,
  'project.renamed': ({ from, to }) => `renamed the project ${from} to ${to}`,
  'project.deleted': ({ from }) => `deleted the project ${from}`,
  'key.added': ({ target, project }) => `made the key ${shorten(target)} of ${project}`,
  'key.enabled': ({ target, project, after }) =>
    `${after === true ? 'enabled' : 'disabled'} the key ${shorten(target)} of ${project}`,
  'key.limited': ({ target, ...told }) =>
    toRateSentence(`the key ${shorten(target)} of ${told.project}`, told),
  'key.named': ({ target, project, to }) => `named the key ${shorten(target)} of ${project} ${to}`,
  'search.saved': ({ target, project, to }) =>
    `saved the search ${target} in ${project}: ${quote(to)}`,
  'search.renamed': ({ target, project, from }) =>
    `renamed the search ${from} of ${project} to ${target}`,
  'search.default': ({ target, project }) => `had ${project} open with the search ${target}`,
  'search.no-default': ({ target, project }) =>
    `had ${project} no longer open with the search ${target}`,
  'search.removed': ({ target, project }) => `removed the search ${target} of ${project}`,
  'member.added': ({ person, project, to }) => `added ${person} to ${project} as ${to}`,
  'member.role': ({ person, project, from, to }) =>
    `changed the role of ${person} in ${project} from ${from} to ${to}`,
  'member.removed': ({ person, project }) => `removed ${person} from ${project}`,
  'member.invited': ({ project, to }) => `invited somebody to ${project} as ${to}`,
  'person.owner': ({ person, after }) =>
    after === true ? `made ${person} an owner` : `made ${person} an owner no longer`,
  'person.invited': ({ to }) => `invited somebody as ${to}`,
  'person.uninvited': () => 'withdrew an invitation',
  'person.enabled': ({ person, after }) =>
    `${after === true ? 'enabled' : 'disabled'} the account of ${person}`,
  'person.removed': ({ person }) =>
    person === REMOVED_PERSON ? 'removed an account' : `removed the account of ${person}`,
  'person.reset-link': ({ person }) => `made a link by which ${person} sets another password`,
  'person.second-factor-reset': ({ person }) => `reset the second factor of ${person}`,
  'person.linked': ({ person, to }) => `linked the account of ${person} with ${to}`,
  'person.unlinked': ({ person, from }) => `unlinked the account of ${person} from ${from}`,
  'person.groups': ({ person, from, to }) =>
    `came with other groups as ${person}: ${to}${from === '' ? '' : ` (before: ${from})`}`,
  'provider.added': ({ target }) => `added the provider ${target}`,
  'provider.changed': ({ target }) => `changed the provider ${target}`,
  'provider.removed': ({ target }) => `removed the provider ${target}`,
  'provider.group-added': ({ target, to }) => `gave people of ${target} the role ${to}`,
  'provider.group-removed': ({ target, from }) =>
    `no longer gave people of ${target} the role ${from}`,
  'provider.passwords': ({ after }) =>
    after === true ? 'switched passwords on' : 'switched passwords off for all but the first owner',
  'person.sessions-ended': ({ person }) => `signed ${person} out everywhere`,
  'second-factor.required': ({ after }) =>
    after === true
      ? 'required a second factor of everybody'
      : 'left a second factor up to each person',
  'source-maps.removed': ({ project }) => `removed an upload of source maps of ${project}`,
  'token.added': ({ target, to }) => `made the token ${target} (${to})`,
  'token.removed': ({ target }) => `withdrew the token ${target}`,
  'alert.added': ({ target, project }) => `added the alert ${target} to ${project}`,
  'alert.changed': toAlertSentence,
  'alert.removed': ({ target, project }) => `removed the alert ${target} of ${project}`,
  'person-data.erasing': ({ project }) => `began to erase a person’s data${inAny(project)}`,
  'person-data.erased': ({ project }) => `erased a person’s data${inAny(project)}`,
  'person-data.exported': ({ project }) => `exported a person’s data${inAny(project)}`,
  'failed-reports.tried_again': ({ to }) => `had ${count(to, 'failed report')} tried again`,
  'failed-reports.discarded': ({ to }) => `discarded ${count(to, 'failed report')}`,
  'failed-reports.downloaded': () => 'downloaded a failed report',
  'channel.added': ({ project, to }) => `added the channel ${to}${inAny(project)}`,
  'channel.changed': ({ project, to }) => `changed the channel ${to}${inAny(project)}`,
  'channel.removed': ({ project, from }) => `removed the channel ${from}${inAny(project)}`,
  'channel.switched_off': ({ project, to }) =>
    `switched the channel ${to}${inAny(project)} off, since its receiver is gone`,
  'allowed-host.added': ({ to }) => `allowed channels to call ${to}`,
  'allowed-host.removed': ({ from }) => `no longer allowed channels to call ${from}`,
  'issue.changed': ({ target, after }) => toProgramSentence(target, after),
  'issues.deleted': ({ target, project, to }) =>
    `deleted ${count(to, 'issue')}${inAny(project)} by the search ${quote(target)}`,
  'operator-alert.switched': ({ target, to }) =>
    `switched the alert about Errata ${quote(target.replaceAll('-', ' '))} ${to}`,
  'monitor.added': ({ target, project, to }) =>
    `added the cron monitor ${target} to ${project}: ${to}`,
  'monitor.changed': (told) => `changed ${toMonitorChange(told)}`,
  'monitor.rescheduled': (told) => `changed ${toMonitorChange(told)}, as a check-in asked`,
  'monitor.state': ({ target, project, to }) =>
    `${MONITOR_STATES[to] ?? 'changed'} the cron monitor ${target} of ${project}`,
  'monitor.removed': ({ target, project }) => `removed the cron monitor ${target} of ${project}`,
  'outbox.dropped': ({ to }) => `dropped ${count(to, 'alert')} that could not be sent in time`,
};

function toProgramSentence(target: string, after: unknown): string {
  const { change = '', token = '' } = after as { change?: string; token?: string };
  return `changed ${target} with the token ${quote(token)}: ${change}`;
}

const MONITOR_STATES: Readonly<Record<string, string>> = {
  active: 'switched on',
  muted: 'muted',
  disabled: 'switched off',
};

const LISTS: Readonly<Record<string, string>> = {
  'intake.allowedOrigins': 'allowed origins',
  'filters.messages': 'filtered messages',
  'filters.releases': 'filtered releases',
  'filters.environments': 'filtered environments',
  'filters.networks': 'filtered networks',
  'privacy.secretNames': 'secret names',
  'privacy.safeNames': 'safe names',
  'privacy.openPaths': 'fields in which nothing is hidden',
  'grouping-rules.lines': 'grouping rules',
  'code-links.lines': 'code links',
  'spans.leftOut': 'names of spans that do not count',
};

const SWITCHES: Readonly<Record<string, string>> = {
  'filters.extensions': 'the filter of browser extensions',
  'filters.crawlers': 'the filter of crawlers',
  'filters.noise': 'the filter of noise of browsers',
  'filters.outdated': 'the filter of outdated browsers',
  'filters.localhost': 'the filter of developers’ machines',
  'filters.health': 'the filter of health checks',
  'filters.messagesOn': 'the filter of messages',
  'filters.releasesOn': 'the filter of releases',
  'filters.environmentsOn': 'the filter of environments',
  'filters.networksOn': 'the filter of networks',
  'privacy.hidesMail': 'hiding of mail addresses',
  'privacy.hidesIban': 'hiding of bank accounts',
};

const OTHER_SETTINGS: Readonly<Record<string, Sentence>> = {
  'intake.reportsPerMinute': (told) => toRateSentence(told.project, told),
  'retention.days': ({ project, from, to }) =>
    `changed the retention of ${project} from ${from || retentionLimits.days} to ${count(to || String(retentionLimits.days), 'day')}`,
  'logs.days': ({ project, from, to }) =>
    `changed how long logs of ${project} are kept from ${from || defaultLogSettings.days} to ${count(to || String(defaultLogSettings.days), 'day')}`,
  'logs.level': ({ project, from, to }) =>
    `changed the least important level of kept logs of ${project} from ${from || defaultLogSettings.level} to ${to || defaultLogSettings.level}`,
  'spans.taken': ({ project, to }) =>
    to === 'on' ? `had spans of ${project} count` : `had spans of ${project} no longer count`,
  'privacy.addresses': ({ project, from, to }) =>
    `changed what is done with network addresses in ${project} from ${quote(from || defaultPrivacy.addresses)} to ${quote(to || defaultPrivacy.addresses)}`,
  'demo.startedAtMs': ({ project }) => `began to fill ${project} with made-up events`,
  'demo.startedBy': ({ project }) => `chose who handles the made-up issues of ${project}`,
  'demo.besideAtMs': ({ project }) => `sent made-up sessions and logs to ${project}`,
  'demo.filledAtMs': ({ project }) => `filled ${project} with made-up events`,
};

/**
 * Returns the sentence for an entry, without the leading name of the person: `changed the retention
 * of web from 90 to 30 days`.
 */
export function toSentence(entry: AuditEntry, names: AuditNames): string {
  const { what, target = '', from, to, projectId } = entry;
  const told: EntryTexts = {
    target,
    from: toText(from),
    to: toText(to),
    before: from,
    after: to,
    project: projectId === undefined ? '' : (names.projects.get(projectId) ?? 'a deleted project'),
    person: names.people.get(Number(target)) ?? REMOVED_PERSON,
  };
  const [, part] = /^settings\.(.+)$/.exec(what) ?? [];
  const sentence = part === undefined ? SENTENCES[what] : findSetting(part, target);
  return sentence?.(told) ?? toUnknown(part ?? what, told);
}

export function isOfPerson({ what, target }: AuditEntry): boolean {
  return /^(?:member|person)\./.test(what) && target !== undefined;
}

function findSetting(part: string, field: string): Sentence | undefined {
  const setting = `${part}.${field}`;
  const list = LISTS[setting];
  if (list !== undefined)
    return ({ project, ...told }) => `changed the ${list} of ${project}: ${toListChange(told)}`;
  const name = SWITCHES[setting];
  if (name !== undefined)
    return ({ project, after }) => `switched ${name} in ${project} ${toSwitched(after)}`;
  return OTHER_SETTINGS[setting];
}

function toUnknown(what: string, { project }: EntryTexts): string {
  return `changed ${what.replaceAll(/[._-]/g, ' ')}${inAny(project)}`;
}

function toSwitched(after: unknown): string {
  if (after === undefined) return 'back to what it is without a choice';
  return after === true ? 'on' : 'off';
}

function toRateSentence(whose: string, { from, to }: Pick<EntryTexts, 'from' | 'to'>): string {
  if (to === '') return `no longer limited ${whose} (${from} reports a minute before)`;
  const before = from === '' ? '' : `, from ${from} before`;
  return `limited ${whose} to ${count(to, 'report')} a minute${before}`;
}

function toMonitorChange({ target, project, from, to }: EntryTexts): string {
  const before = from === '' ? '' : ` from ${quote(from)}`;
  return `the cron monitor ${target} of ${project}${before} to ${quote(to)}`;
}

/** Shortens a public key, because all of it would fill a line on a phone. */
function shorten(key: string): string {
  return `${key.slice(0, 8)}…`;
}

function inAny(project: string): string {
  return project === '' ? '' : ` in ${project}`;
}

function quote(text: string): string {
  return `“${text}”`;
}

function count(of: string, what: string): string {
  return of === '1' ? `1 ${what}` : `${Number(of).toLocaleString('en')} ${what}s`;
}

/** Returns an empty text for objects, which only the details of an entry show. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
