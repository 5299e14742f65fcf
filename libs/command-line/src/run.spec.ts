import { afterEach, expect, it, jest } from '@jest/globals';
import { runServerCommand } from './run.ts';

const ENV = { ERRATA_URL: 'http://127.0.0.1:9', ERRATA_TOKEN: 'a-token' };

afterEach(() => {
  jest.restoreAllMocks();
});

it.each([
  [['gate'], {}, 'Say which release: --release 1.4.0.'],
  [['gate', '--release', '1', '--for', 'soon'], {}, '--for is a number with its unit'],
  [['gate', '--release', '1', '--max-new', '-1'], {}, 'max-new'],
  [['gate', '--release', '1', '--max-new', '100'], {}, '--max-new is a whole number from 0 to 99.'],
  [['gate', '--release', '1', '--min-crash-free', '101'], {}, 'per cent of sessions'],
  [['gate', '--release', '1', '--min-unhandled-free', '0'], {}, '--min-unhandled-free is per cent'],
  [['gate', '--release', '1', '--min-sessions', '5'], {}, 'needs --min-crash-free'],
  [['gate', '--release', '1', '--allow-unknown'], {}, '--allow-unknown needs --min-crash-free'],
  [['gate', '--release', '1', '--format', 'x'], {}, '--format is github, gitlab or plain.'],
  [['gate', '--release', '1', '--for', '0s'], {}, 'does not answer'],
  [['issues'], { ERRATA_URL: 'errata' }, 'ERRATA_URL is no address'],
  [['issues'], { ERRATA_URL: 'http://u:secret@localhost' }, 'ERRATA_URL is no address'],
  [['issues'], { ERRATA_TOKEN: 'a\nb' }, 'ERRATA_TOKEN is no token'],
  [['issues'], { ERRATA_URL: '' }, 'Set ERRATA_URL'],
  [['issues'], { ERRATA_URL: '', SENTRY_URL: 'sentry' }, 'ERRATA_URL is no address'],
  [['explain'], {}, 'explain needs an issue.'],
  [['resolve', 'WEB-1', '--release', '1'], {}, 'resolve takes no option --release.'],
  [['issues', 'a', 'b'], {}, 'issues takes no argument b.'],
])('runServerCommand ends the arguments %j with 2 and a reason', async (args, env, sentence) => {
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await runServerCommand(args, { ...ENV, ...env })).toBe(2);
  expect(write.mock.calls.join('')).toContain(sentence);
});
