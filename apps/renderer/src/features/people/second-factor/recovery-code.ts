import { createHash, randomInt } from 'node:crypto';

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;
const CODES = 10;

/**
 * Creates ten codes, such as `k7dm-2npq-x4hr-9tvb`. A plain hash of a code is safe to store,
 * because nobody can guess its 79 random bits.
 */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => Array.from({ length: GROUPS }, createGroup).join('-'));
}

/**
 * Returns the hash to store, or undefined when the text is not a code. Ignores case, white space
 * and hyphens.
 */
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
