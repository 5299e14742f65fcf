import { parse } from 'bowser';
import type { JsonValue, NormalisedEvent } from '#shared';
import { fieldLimits } from '../json/field-limits.ts';
import { RecentResults } from '../json/recent-results.ts';
import { readText } from '../json/shape.ts';

type Contexts = NormalisedEvent['contexts'];
type Context = Contexts[string];

export interface Client {
  readonly browser: Context | undefined;
  readonly os: Context | undefined;
  readonly device: Context | undefined;
}

/**
 * Returns the name of the context with the client's operating system. In an event from a server,
 * `os` is the server's operating system.
 */
export function toOsName(platform: unknown): 'os' | 'client_os' {
  return platform === 'javascript' ? 'os' : 'client_os';
}

/**
 * Adds browser, operating system and device from the request's user agent, unless the SDK sent
 * these contexts.
 */
export function withClient(
  contexts: Contexts,
  { headers, platform }: { headers: readonly (readonly [string, string])[]; platform: string },
): Contexts {
  const agent = headers.find(([name]) => name.toLowerCase() === 'user-agent')?.[1];
  if (agent === undefined) return contexts;
  const { browser, os, device } = readAgent(agent);
  const found = { browser, [toOsName(platform)]: os, device };
  const missing = Object.entries(found).filter(
    (entry): entry is [string, Context] => entry[1] !== undefined && !(entry[0] in contexts),
  );
  return { ...contexts, ...Object.fromEntries(missing) };
}

const clients = new RecentResults<Client>({ entries: 1000, keyLength: 1000 });

/** Remembers user agents, because many events and pages have the same one. */
export function readAgent(agent: string): Client {
  return clients.find(agent, () => parseAgent(agent));
}

function parseAgent(agent: string): Client {
  const { browser, os, platform: device } = parse(agent);
  return {
    browser: toContext({ name: browser.name, version: browser.version }),
    os: toContext({ name: os.name, version: toVersion(os) }),
    device: toContext({ family: device.vendor, model: device.model }),
  };
}

/** Prefers the common name of a Windows version, such as `10` instead of `NT 10.0`. */
function toVersion({ name, version, versionName }: ReturnType<typeof parse>['os']) {
  return name === 'Windows' ? (versionName ?? version) : (version ?? versionName);
}

function toContext(values: Readonly<Record<string, string | undefined>>): Context | undefined {
  const known: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(values)) {
    const text = readText(value, fieldLimits.name);
    if (text !== undefined) known[name] = text;
  }
  return Object.values(values)[0] ? known : undefined;
}
