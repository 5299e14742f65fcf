import { expect, it } from '@jest/globals';
import { isBot } from './is-bot.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

it.each([
  ['a browser', CHROME, false],
  ['a headless browser of a test', CHROME.replace('Chrome', 'HeadlessChrome'), false],
  ['a crawler', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
  ['curl', 'curl/8.9.1', true],
  ['a visitor without a user agent', undefined, false],
])('isBot tells bots from visitors: %s', (_, agent, expected) => {
  expect(isBot(agent)).toBe(expected);
});
