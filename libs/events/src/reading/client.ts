import { parse } from 'bowser';
import type { JsonValue, NormalisedEvent } from '#shared';
import { fieldLimits } from '../json/field-limits.ts';
import { readText } from '../json/shape.ts';

type Contexts = NormalisedEvent['contexts'];
type Context = Contexts[string];

/** What a user agent says, as contexts. */
export interface Client {
  readonly browser: Context | undefined;
  readonly os: Context | undefined;
  readonly device: Context | undefined;
}

/** The system of a server is its own context: that of its client has another name. */
export function toOsName(platform: unknown): 'os' | 'client_os' {
  return platform === 'javascript' ? 'os' : 'client_os';
}

/**
 * The contexts of an event with browser, system and device of its request's user agent, where the SDK sent none.
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

/** Some 50 µs of work: who reads many uses an `AgentReader`. */
export function readAgent(agent: string): Client {
  const { browser, os, platform: device } = parse(agent);
  return {
    browser: toContext({ name: browser.name, version: browser.version }),
    os: toContext({ name: os.name, version: toVersion(os) }),
    device: toContext({ family: device.vendor, model: device.model }),
  };
}

/** `10` is what people call the version that Windows calls `NT 10.0`. */
function toVersion({ name, version, versionName }: ReturnType<typeof parse>['os']) {
  return name === 'Windows' ? (versionName ?? version) : (version ?? versionName);
}

/** Undefined where the first of them, which names it, is not known. */
function toContext(values: Readonly<Record<string, string | undefined>>): Context | undefined {
  const known: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(values)) {
    const text = readText(value, fieldLimits.name);
    if (text !== undefined) known[name] = text;
  }
  return Object.values(values)[0] ? known : undefined;
}
