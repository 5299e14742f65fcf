import { parseEmail } from './accounts/email.ts';
import { parseNetwork } from './filters/network.ts';
import { nameLength } from './limits/erasure-limits.ts';

/**
 * Kinds of names by which events identify a person: an id or login of the application, an email
 * address, a network address.
 */
export const personKinds = /* @__PURE__ */ Object.freeze(['id', 'email', 'address'] as const);
export type PersonKind = (typeof personKinds)[number];

export interface PersonName {
  readonly kind: PersonKind;
  readonly value: string;
}

/** Trims the text. Returns undefined when the text is not a name of this kind. */
export function parsePersonName(kind: PersonKind, text: string): PersonName | undefined {
  const value = text.trim();
  if (value === '' || value.length > nameLength) return undefined;
  if (kind === 'email') return parseEmail(value) && { kind, value };
  if (kind === 'address') {
    return value.includes('/') || !parseNetwork(value) ? undefined : { kind, value };
  }
  return { kind, value };
}
