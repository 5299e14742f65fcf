import {
  type FilterName,
  type FilterSettings,
  type FilterSwitch,
  filterSwitches,
  isInNetworks,
  parseNetwork,
} from '#shared';
import { fieldLimits } from '../json/field-limits.ts';
import { type JsonObject, readText } from '../json/shape.ts';
import { isOfExtension } from './browser-extensions.ts';
import { isOfCrawler } from './crawlers.ts';
import { compileGlobs } from './glob.ts';
import { isOfHealthCheck } from './health-checks.ts';
import { isKnownNoise } from './known-noise.ts';
import { isOfLocalhost } from './localhost.ts';
import { isOfOutdatedBrowser } from './outdated-browsers.ts';
import { formatText, listEventTexts } from './sent-facts.ts';

const switches: Readonly<Record<FilterSwitch, (event: JsonObject) => boolean>> = {
  extensions: isOfExtension,
  crawlers: isOfCrawler,
  noise: isKnownNoise,
  outdated: isOfOutdatedBrowser,
  localhost: isOfLocalhost,
  health: isOfHealthCheck,
};

/**
 * Returns the first filter that rejects the event, or undefined. `event` has the form of
 * `toSdkEvent`, before secrets are hidden. `senderAddress` is the sender's network address.
 */
export type EventFilter = (event: JsonObject, senderAddress?: string) => FilterName | undefined;

/** Ignores networks that cannot be parsed. */
export function createEventFilter(settings: FilterSettings): EventFilter {
  const asked = filterSwitches.filter((name) => settings[name]);
  const networks = settings.networks.flatMap((entry) => parseNetwork(entry) ?? []);
  const lists = [
    ['messages', settings.messages, listTexts],
    ['releases', settings.releases, (event: JsonObject) => listField(event, 'release')],
    ['environments', settings.environments, (event: JsonObject) => listField(event, 'environment')],
  ] as const;
  const globs = lists
    .filter(([, patterns]) => patterns.length > 0)
    .map(([name, patterns, list]) => ({ name, matches: compileGlobs(patterns), list }));
  return (event, senderAddress) => {
    const named = asked.find((name) => switches[name](event));
    if (named) return named;
    const listed = globs.find(({ matches, list }) => list(event).some(matches));
    if (listed) return listed.name;
    const isKept = senderAddress === undefined || !isInNetworks(networks, senderAddress);
    return isKept ? undefined : 'networks';
  };
}

/** Lists all switches that would reject the event if they were on. */
export function findSwitchesFor(event: JsonObject): readonly FilterSwitch[] {
  return filterSwitches.filter((name) => switches[name](event));
}

function listTexts(event: JsonObject): readonly string[] {
  return listEventTexts(event).flatMap((text) => [formatText(text), text.value]);
}

function listField(event: JsonObject, name: 'release' | 'environment'): readonly string[] {
  const value = readText(event[name], fieldLimits[name]);
  return value === undefined ? [] : [value];
}
