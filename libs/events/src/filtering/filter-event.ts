import { parse } from 'bowser';
import { isbot } from 'isbot';
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
import { compileGlobs } from './glob.ts';
import { isOfHealthCheck } from './health-checks.ts';
import {
  formatText,
  listEventTexts,
  findAddress,
  findUserAgent,
  isFromBrowser,
  listStacks,
  type EventText,
} from './sent-facts.ts';

/**
 * Chrome's old and new wording of https://www.w3.org/TR/resize-observer/#deliver-resize-error. The
 * error is harmless: the observer continues with the next frame.
 */
const RESIZE_OBSERVER =
  /\bResizeObserver loop (?:limit exceeded|completed with undelivered notifications)/i;

/** Browsers report only `Script error.` to a page when a script from another origin fails. */
const SCRIPT_ERROR = /^(?:uncaught )?script error\.?$/i;

/**
 * Browsers within .NET programs reject so, above all those of link scanners of mail.
 */
const LINK_SCANNER = /^object not found matching id:\d+, methodname:\w+, paramcount:\d+$/i;

/**
 * Messages of browsers for aborted requests and view transitions, for example when the user leaves
 * the page. Other aborts, such as those of IndexedDB or push registration, have other messages.
 */
const ABORTED: ReadonlySet<string> = new Set([
  'the user aborted a request',
  'signal is aborted without reason',
  'the operation was aborted',
  'fetch is aborted',
  'request signal is aborted',
  'bodystreambuffer was aborted',
  'transition was skipped',
]);

/** True for browser errors that every site gets and no developer can fix. */
function isKnownNoise(event: JsonObject): boolean {
  if (!isFromBrowser(event)) return false;
  const said = listEventTexts(event);
  if (said.some(({ value }) => RESIZE_OBSERVER.test(value)) || said.some(isAbort)) return true;
  if (said.some(({ value }) => LINK_SCANNER.test(value))) return true;
  return said.some(({ value }) => SCRIPT_ERROR.test(value)) && listStacks(event).length === 0;
}

function isAbort({ type, value }: EventText): boolean {
  const [, named, words = value] = /^(?:Uncaught )?(AbortError): (.*)$/.exec(value) ?? [];
  if (type !== 'AbortError' && named === undefined) return false;
  const text = words.toLowerCase().replace(/^failed to execute '\w+' on '\w+': /, '');
  return ABORTED.has(text.replace(/[.\s]+$/, ''));
}

/**
 * First major versions that are not outdated. They run ES2020, the build target of Vite 3 to 6
 * (`build.target: 'modules'`). Browsers built on Chromium have the version that contains Chromium
 * 87.
 */
const FIRST_CURRENT: Readonly<Record<string, number>> = {
  Chrome: 87,
  Chromium: 87,
  'Microsoft Edge': 87,
  Firefox: 78,
  Safari: 14,
  Opera: 73,
  'Samsung Internet for Android': 14,
  'Internet Explorer': Infinity,
  'Opera Mini': Infinity,
  'Android Browser': Infinity,
};

/** Unknown browsers count as current. */
function isOfOutdatedBrowser(event: JsonObject): boolean {
  if (!isFromBrowser(event)) return false;
  const agent = findUserAgent(event);
  if (agent === undefined) return false;
  const { name = '', version = '' } = parse(agent).browser;
  const first = Object.hasOwn(FIRST_CURRENT, name) ? FIRST_CURRENT[name]! : undefined;
  const major = Number.parseInt(version, 10);
  if (first === Infinity) return true;
  return first !== undefined && major < first;
}

/** Names (RFC 6761) and addresses of the local machine, as `URL` writes host names. */
const LOCAL = /^(?:localhost|[\w.-]+\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1\]|\[::\])\.?$/;

function isOfLocalhost(event: JsonObject): boolean {
  const host = findAddress(event)?.hostname;
  return host !== undefined && LOCAL.test(host);
}

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

/**
 * True when a crawler that runs JavaScript sent the event. False for events from servers, even when
 * a crawler's request caused the error. Headless browsers do not count as crawlers, because people
 * run their own tests in them.
 */
function isOfCrawler(event: JsonObject): boolean {
  if (!isFromBrowser(event)) return false;
  const agent = findUserAgent(event);
  return agent !== undefined && isbot(agent.replace(/headless/i, ''));
}
