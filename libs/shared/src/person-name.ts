import { parseEmail } from './accounts/email.ts';
import { parseNetwork } from './filters/network.ts';
import { nameLength } from './limits/erasure-limits.ts';

/** What a sender's people are named by: the id or login that an application gave them, their mail address, their network address. */
export const personKinds = /* @__PURE__ */ Object.freeze(['id', 'email', 'address'] as const);
export type PersonKind = (typeof personKinds)[number];

/** Somebody of whom events tell. */
export interface PersonName {
  readonly kind: PersonKind;
  readonly value: string;
}

/** Without the white space around it. Undefined for what is no name of that kind. */
export function parsePersonName(kind: PersonKind, text: string): PersonName | undefined {
  const value = text.trim();
  if (value === '' || value.length > nameLength) return undefined;
  if (kind === 'email') return parseEmail(value) && { kind, value };
  if (kind === 'address') {
    return value.includes('/') || !parseNetwork(value) ? undefined : { kind, value };
  }
  return { kind, value };
}
