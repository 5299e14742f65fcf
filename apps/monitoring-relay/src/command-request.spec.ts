import { expect, it } from '@jest/globals';
import { parseCommandRequest } from './command-request.ts';

it.each([
  [[], /^$/],
  [['backup'], /^backup needs a folder\.$/],
  [['backup', ''], /^backup needs a folder\.$/],
  [['bakup', 'folder'], /^there is no command bakup\.$/],
  [['toString', 'folder'], /^there is no command toString\.$/],
  [['backup', 'a', 'b'], /^backup takes no argument b\.$/],
  [['backup', '-a'], /'-a'/],
  [['backup', '--', '-a'], /^-a is not a folder\.$/],
  [['restore', '--force', 'a'], /'--force'/],
  [['usage', 'folder'], /^usage takes no argument folder\.$/],
  [['shrink', 'folder'], /^shrink takes no argument folder\.$/],
  [['version', 'folder'], /^version takes no argument folder\.$/],
  [['usage', '--name', 'a'], /^usage takes no option --name\.$/],
  [['explain'], /^explain needs the id of an event\.$/],
  [['reset-link'], /^reset-link needs an address\.$/],
  [['token', 'ci'], /^token takes no argument ci\.$/],
])('parseCommandRequest refuses the arguments %j, and says why', (args, problem) => {
  expect(parseCommandRequest(args)).toEqual({ problem: expect.stringMatching(problem) });
});

it.each([[['help']], [['--help']], [['-h']], [['backup', '--help']], [['help', 'backup']]])(
  'parseCommandRequest answers %j with the help',
  (args) => {
    expect(parseCommandRequest(args)).toBe('help');
  },
);

it('parseCommandRequest reads a command with its folder, or without one where it takes none', () => {
  expect(parseCommandRequest(['backup', 'a'])).toMatchObject({ command: 'backup', argument: 'a' });
  expect(parseCommandRequest(['usage'])).toMatchObject({ command: 'usage', argument: '' });
});

it('parseCommandRequest reads the name of a token and any number of scopes', () => {
  const args = ['token', '--name', 'ci', '--scope', 'org:ci', '--scope=org:read'];
  const request = { command: 'token', name: 'ci', scope: ['org:ci', 'org:read'] };
  expect(parseCommandRequest(args)).toMatchObject(request);
});
