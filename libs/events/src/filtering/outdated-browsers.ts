import { parse } from 'bowser';
import type { JsonObject } from '../json/shape.ts';
import { findUserAgent, isFromBrowser } from './sent-facts.ts';

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
export function isOfOutdatedBrowser(event: JsonObject): boolean {
  if (!isFromBrowser(event)) return false;
  const agent = findUserAgent(event);
  if (agent === undefined) return false;
  const { name = '', version = '' } = parse(agent).browser;
  const first = Object.hasOwn(FIRST_CURRENT, name) ? FIRST_CURRENT[name]! : undefined;
  const major = Number.parseInt(version, 10);
  if (first === Infinity) return true;
  return first !== undefined && major < first;
}
