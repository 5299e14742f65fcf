import { expect, it } from '@jest/globals';
import { parseCommandRequest } from './command-request.ts';

it.each([
  [[]],
  [['backup']],
  [['backup', '']],
  [['bakup', 'folder']],
  [['toString', 'folder']],
  [['backup', 'a', 'b']],
  [['backup', '-a']],
  [['backup', '--', '-a']],
  [['restore', '--force', 'a']],
  [['usage', 'folder']],
  [['shrink', 'folder']],
  [['version', 'folder']],
])('refuses %j', (args) => {
  expect(parseCommandRequest(args)).toBeUndefined();
});

it.each([[['--help']], [['-h']], [['backup', '--help']]])(
  'takes %j for a question about its use',
  (args) => {
    expect(parseCommandRequest(args)).toBe('help');
  },
);

it('takes a command with its folder, or without where it has none', () => {
  expect(parseCommandRequest(['backup', 'a'])).toEqual({ command: 'backup', folder: 'a' });
  expect(parseCommandRequest(['usage'])).toEqual({ command: 'usage', folder: '' });
});
