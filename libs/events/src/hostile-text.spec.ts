import { describe, expect, it } from '@jest/globals';
import { describeGrouping, groupEvent } from './grouping/group-event.ts';
import { toStablePath } from './grouping/stacks/stable-path.ts';
import { toEngineMessage } from './grouping/text/engine-messages.ts';
import { parameterise } from './grouping/text/parameterise.ts';
import { rewriteText } from './grouping/text/rewrite-text.ts';
import { CutNotes } from './json/cut-notes.ts';
import { cutText } from './json/shape.ts';
import { withClient } from './reading/client.ts';
import { readMessage } from './reading/message.ts';
import { readTitle } from './whole-event/read-title.ts';
import { normaliseRequest } from './reading/request.ts';
import { readTimestampMs } from './reading/timestamps.ts';
import { defaultPrivacy } from '#shared';
import { matchName } from './erasing/name-matcher.ts';
import { hideAddressesInLog } from './scrubbing/addresses/hide-in-log.ts';
import { hideSecrets } from './scrubbing/hide-secrets.ts';
import { Hiding } from './scrubbing/hiding.ts';

const LENGTH = 40_000;
/** Linear work on this length takes a few milliseconds, quadratic work more than a second. */
const GENEROUS_MS = 300;

/**
 * Each text repeats the beginning of something that a pattern looks for, without ever ending it.
 */
const HOSTILE = [
  '-',
  '.',
  '_',
  '/',
  '\\',
  '@',
  '~',
  ':',
  '%',
  '$',
  '?',
  '#',
  ' ',
  '\t',
  '\n',
  '"',
  '0',
  '9',
  'a',
  'f',
  'z',
  'A',
  '-a',
  '-A',
  '.a',
  'a.',
  'a-',
  '0.',
  '0,',
  '1e',
  '0x',
  '0x0',
  'a0',
  '-a0',
  '_0',
  '-0',
  '.0',
  'ab1c',
  '/-',
  'http://',
  'a:',
  'a::',
  '::',
  '0:',
  'a@',
  'a@b',
  '@a.',
  '%(',
  '%(a',
  '{{',
  '{{ ',
  'async ',
  'async*',
  '/<',
  '.<',
  ' [as ',
  '+<>c',
  '[[',
  '$lambda$0',
  '@anonymous\0',
  '{closure:',
  ' [clone ',
  '.cold',
  'block in ',
  '{"',
  '[{',
  "='",
  "'a",
  '1h',
  '1.5 ',
  '00:',
  'Jan 1 ',
  '1/1/',
  'eyJ',
  'eyJabcde.',
  '-----BEGIN A-----',
  'password=',
  'password=(',
  'pwd={ ',
  'Cookie: [Filtered] ',
  "password='[",
  'password: ',
  '\\"password\\":',
  '--password ',
  '<password>',
  'api key',
  'bearer ',
  'Bearer a ',
  '1:AA',
  '?code=',
  '&code=a1b2c3',
  '&state=abcdef',
  '(token) values (',
  "(token) values ('",
  '(token) values (1),',
  "'',",
  'mysql -p',
  'input[value="',
  'input[a=""]',
  '&#97;',
  '1.2.3.',
  'aGVs',
  'curl -u "a:',
  '"a","',
  '\\"',
  'postgres://a:',
  '://a',
  '4111 ',
  '41111',
  'DE89 ',
  'xoxb-',
  'a_1',
  "undefined is not an object (evaluating 'a.",
  '$0',
  '\u0000',
  '\ud800',
  '\u{1F600}',
];

const ANN = matchName({ kind: 'email', value: 'ann@example.org' });
const allRules = new Hiding({ ...defaultPrivacy, hidesMail: true, hidesIban: true });

const inputs = HOSTILE.flatMap((unit) => {
  const run = unit.repeat(LENGTH / unit.length);
  return [run, `-${run}!`, `x/${run}.js`, `${run} z`];
});

/** Measures this thread's CPU time, so a busy machine does not fail the test. */
function measureMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

describe('a text made to be slow', () => {
  it.each<[string, (text: string) => unknown]>([
    ['the path of a frame', toStablePath],
    ['a message that is grouped by', parameterise],
    ['a message of an engine', toEngineMessage],
    ['a text that is rewritten', (text: string) => rewriteText(text, 'browser')],
    ['a message with parameters', (message) => readMessage({ message: { message, params: [] } })],
    [
      'a request',
      (text) => normaliseRequest({ url: text, query_string: text, data: text }, new CutNotes()),
    ],
    ['a timestamp', readTimestampMs],
    [
      'a user agent',
      (text) =>
        withClient({}, { headers: [['User-Agent', text.slice(0, 1024)]], platform: 'other' }),
    ],
    [
      'a request that may hold secrets',
      (text) => hideSecrets({ request: { url: text, data: text, cookies: text } }),
    ],
    [
      'code that may hold secrets',
      (text) => hideSecrets({ stacktrace: { frames: [{ context_line: `password = "${text}` }] } }),
    ],
    [
      'a text and an address',
      (text) => hideSecrets({ extra: { text }, user: { ip_address: text } }, allRules),
    ],
    ['the name of a field', (text) => hideSecrets({ extra: { [text]: text } })],
    [
      'the text of a log with addresses',
      (text) => hideAddressesInLog({ body: text, attributes: { 'client.address': text } }, 'drop'),
    ],
    ['a text that may name a person', (text) => ANN.redact(text)],
    ['any text', (text) => cutText(text, LENGTH)],
  ])('costs no more than its length as %s', (_, work) => {
    const slow = inputs.filter((text) => measureMs(() => work(text)) > GENEROUS_MS);
    expect(slow.map((text) => text.slice(0, 20))).toEqual([]);
  });

  it('costs no more than its length as the title of an issue', () => {
    const slow = inputs.filter((text) => {
      const stacktrace = { frames: [{ filename: text, function: text, in_app: true }] };
      const event = { exception: [{ type: 'Error', value: text, stacktrace }] };
      return measureMs(() => readTitle(event)) > GENEROUS_MS;
    });
    expect(slow.map((text) => text.slice(0, 20))).toEqual([]);
  });

  it.each([
    ['python', 'sentry.python'],
    ['java', 'sentry.java'],
    ['go', 'sentry.go'],
    ['native', 'sentry.rust'],
    ['javascript', 'sentry.javascript.react'],
    ['node', 'sentry.javascript.node'],
    ['php', 'sentry.php'],
    ['ruby', 'sentry.ruby'],
    ['csharp', 'sentry.dotnet'],
    ['elixir', 'sentry.elixir'],
    ['cocoa', 'sentry.cocoa'],
    ['dart', 'sentry.dart'],
  ])('costs no more than its length in a frame of %s that rules look at', (platform, name) => {
    const slow = inputs.filter((text) => {
      const named = { function: text, module: text, package: text };
      const frames = [
        { ...named, abs_path: text },
        { abs_path: `/x/${text}.rs`, function: `<std::a ${text}`, module: `a+<${text}>d__1` },
      ];
      const threads = [{ id: text, name: text, stacktrace: { frames } }];
      const event = { platform, sdk: { name }, message: text, logger: text, threads };
      return measureMs(() => readTitle(event)) > GENEROUS_MS;
    });
    expect(slow.map((text) => text.slice(0, 20))).toEqual([]);
  });

  it.each(['&aaaa', '&a=a', '&a==a', '&=', '=&a', '%3D&', '[{"a":'])(
    'costs no more than its length as a request body short enough to be read: %s',
    (unit) => {
      const data = `a=b${unit.repeat(8000 / unit.length)} `;
      expect(measureMs(() => hideSecrets({ request: { data } }))).toBeLessThan(GENEROUS_MS);
    },
  );
  it.each([
    'javascript',
    'java',
    'csharp',
    'go',
    'native',
    'php',
    'ruby',
    'elixir',
    'dart',
    'python',
  ])('costs no more than its length in a call of %s that decides the grouping', (platform) => {
    const slow = inputs.filter((text) => {
      const frame = { filename: text, function: text, module: text, context_line: text };
      const event = {
        platform,
        fingerprint: [text, '{{ default }}'],
        exception: [{ type: text, value: text, stacktrace: { frames: [frame] } }],
      };
      return measureMs(() => describeGrouping(event)) > GENEROUS_MS;
    });
    expect(slow.map((text) => text.slice(0, 20))).toEqual([]);
  });

  it('slows no event down, however many frames and parts of a fingerprint have it', () => {
    const frame = { filename: `x${'-'.repeat(1000)}`, in_app: true };
    const values = Array.from({ length: 32 }, () => ({
      type: 'Error',
      stacktrace: { frames: Array.from({ length: 25 }, () => frame) },
    }));
    const fingerprint = [...Array.from({ length: 31 }, () => '{{ default }}'), 'x'];
    const payload = { exception: { values }, fingerprint };
    expect(measureMs(() => groupEvent(payload))).toBeLessThan(1000);
    expect(measureMs(() => describeGrouping(payload))).toBeLessThan(1000);
  });
});
