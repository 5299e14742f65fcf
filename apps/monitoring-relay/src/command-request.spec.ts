import { expect, it } from '@jest/globals';
import { parseCommand } from './command-request.ts';

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
])('takes %j for none of its commands', (args) => {
  expect(parseCommand(args)).toBeUndefined();
});

it.each([[['--help']], [['-h']], [['backup', '--help']]])('takes %j for a question', (args) => {
  expect(parseCommand(args)).toBe('help');
});

it('takes a command with its folder, or without where it has none', () => {
  expect(parseCommand(['backup', 'a'])).toEqual({ command: 'backup', folder: 'a' });
  expect(parseCommand(['usage'])).toEqual({ command: 'usage', folder: '' });
});
