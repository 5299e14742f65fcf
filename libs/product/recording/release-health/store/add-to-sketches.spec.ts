import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { addToSketches } from './note-sessions.ts';

const EMPTY = {
  users: new Uint8Array(),
  crashed_users: new Uint8Array(),
  errored: new Uint8Array(),
};
const group = { startedAtMs: 0, begun: 1, errored: 0, crashed: 0, abnormal: 0 };
const toUser = (userHash: string): string =>
  createHash('sha256').update(userHash).digest('base64url');

it('addToSketches returns sketches only when they change', () => {
  const ann = { ...group, userHash: 'ann' };
  const once = addToSketches(EMPTY, [ann], toUser);
  expect(once).toBeDefined();
  expect(addToSketches(once!, [ann, group], toUser)).toBeUndefined();
  const crash = { ...ann, crashed: 1 };
  const crashed = addToSketches(once!, [crash], toUser);
  expect(crashed).toMatchObject({ users: once!.users, errored: once!.errored });
  const failed = { ...crash, sessionHash: 'ab'.repeat(32), hasErrors: true };
  expect(addToSketches(crashed!, [failed], toUser)).toMatchObject({ users: once!.users });
  expect(addToSketches(EMPTY, [group], toUser)).toBeUndefined();
});
