import { createHash, randomInt } from 'node:crypto';

/** Letters and digits that do not look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;
const CODES = 10;

/** Ten new codes, such as `k7dm-2npq-x4hr-9tvb`: 79 bits each, so that a plain hash of it is enough to store. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => Array.from({ length: GROUPS }, createGroup).join('-'));
}

/** The hash that is stored; undefined for a text that is no code. Case, white space and hyphens do not count. */
export function hashRecoveryCode(code: string): string | undefined {
  const letters = code.toLowerCase().replaceAll(/[\s-]/g, '');
  if (letters.length !== GROUPS * GROUP_LENGTH || !/^[a-z2-9]+$/.test(letters)) return undefined;
  return createHash('sha256').update(`recovery code ${letters}`).digest('hex');
}

function createGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join(
    '',
  );
}
