import { reportLimits } from '#shared';
import { fieldLimits } from '../json/field-limits.ts';
import { CutNotes } from '../json/cut-notes.ts';
import { type JsonObject, readArray, readObject, findHeader, readText } from '../json/shape.ts';
import { readAgent, toOsName } from './client.ts';
import type { readNames } from './names.ts';
import type { SentEvent } from './sent-event.ts';
import { normaliseTags } from './tags.ts';
import type { readUserIdentity } from './user.ts';

interface ReadFacts {
  readonly level: string;
  readonly names: ReturnType<typeof readNames>;
  readonly user: ReturnType<typeof readUserIdentity>;
}

/**
 * Each of these contexts becomes two tags, such as `browser` (name and version) and `browser.name`.
 */
const NAMED_CONTEXTS = ['browser', 'os', 'client_os', 'runtime'] as const;

/**
 * Returns the tags for searching and counting: the tags that the SDK sent, and fields that Sentry
 * also shows as tags, such as `level`. A field wins over a sent tag of the same name. Tags with an
 * empty value are left out.
 */
export function readEventTags(sent: SentEvent, facts: ReadFacts): ReadonlyMap<string, string> {
  const { event } = sent;
  const tags = new Map(normaliseTags(event['tags'], new CutNotes()));
  for (const [name, value] of tags) if (value === '') tags.delete(name);
  for (const [name, value] of listOwn(sent, facts)) {
    const text = readText(value, reportLimits.tagValueLength);
    if (text !== undefined) tags.set(name, text);
  }
  return tags;
}

function listOwn(
  sent: SentEvent,
  { level, names, user }: ReadFacts,
): readonly (readonly [name: string, value: unknown])[] {
  const { event } = sent;
  return [
    ['level', level],
    ['environment', names.environment],
    ['release', names.release],
    ['dist', names.dist],
    ['transaction', names.transaction],
    ['url', readUrl(event)],
    ['handled', readHandled(sent)],
    ['platform', event['platform']],
    ['sdk.name', readObject(event['sdk'])?.['name']],
    ['logger', names.logger],
    ['server_name', names.serverName],
    ['user.id', user.id],
    ['user.email', user.email],
    ['user.username', user.username],
    ...listContexts(event),
  ];
}

function readUrl(event: JsonObject): unknown {
  const url = readObject(event['request'])?.['url'];
  return typeof url === 'string' ? url.replace(/\?[^#]*/, '') : undefined;
}

/**
 * Returns `no` when at least one exception was unhandled, and undefined when the SDK sent no
 * `handled` flag.
 */
function readHandled(sent: SentEvent): string | undefined {
  const all = sent.listSources().map(({ mechanism }) => readObject(mechanism)?.['handled']);
  if (all.includes(false)) return 'no';
  return all.includes(true) ? 'yes' : undefined;
}

function listContexts(event: JsonObject): readonly (readonly [string, unknown])[] {
  const sent = readObject(event['contexts']) ?? {};
  const agent = findAgent(event);
  const { os, browser, device: hardware } = agent === undefined ? {} : readAgent(agent);
  // Ignores the vendor, because user agents of desktop computers reveal the vendor but no device.
  const device = { model: hardware?.['model'] };
  const said: JsonObject = { browser, device, [toOsName(event['platform'])]: os };
  const read = (name: string): JsonObject | undefined => readObject(sent[name] ?? said[name]);
  const named = NAMED_CONTEXTS.flatMap((context) => {
    const { name, version } = read(context) ?? {};
    const text = readText(name, reportLimits.tagValueLength);
    if (text === undefined) return [];
    const number = readText(version, reportLimits.tagValueLength);
    return [
      [context, number === undefined ? text : `${text} ${number}`],
      [`${context}.name`, text],
    ] as const;
  });
  const { model, family } = read('device') ?? {};
  return [...named, ['device', model ?? family]];
}

function findAgent(event: JsonObject): string | undefined {
  const sent = findHeader(readObject(event['request'])?.['headers'], 'user-agent');
  return readText(readArray(sent)?.[0] ?? sent, fieldLimits.headerValue);
}
