import { expect, it } from '@jest/globals';
import { readBrowserZone } from './browser-zone.ts';

it.each([
  ['errata-zone=Europe%2FBerlin', 'Europe/Berlin'],
  ['session=a; errata-zone=UTC; x=y', 'UTC'],
  ['errata-zone=Mars%2FOlympus', undefined],
  ['errata-zone=%E0%A4%A', undefined],
  ['other-errata-zone=UTC', undefined],
  [undefined, undefined],
])('readBrowserZone reads the cookie %j as time zone %j', (cookie, zone) => {
  expect(readBrowserZone({ headers: cookie === undefined ? {} : { cookie } })).toBe(zone);
});
