import { createHmac } from 'node:crypto';
import type { Request } from 'express';
import type { RenderingOptions } from '../rendering.options.ts';
import { getPageRequest } from '../request/page-request.ts';
import { ActionRefusal } from './action-refusal.ts';

type PersonOptions = Pick<RenderingOptions, 'secret' | 'texts' | 'visitor' | 'visitorName'>;

const REFUSED =
  '{name} is signed in now. Nothing was done as {name}, because the page was made for somebody else. Copy what you typed there, and load that page again.';

/**
 * Returns what a document adds to the names of its actions, which tells for whom it was made. The
 * same person has the same mark in each session and with any rights. Empty when nobody is signed in.
 */
export function toPersonMark(
  request: Request,
  { secret, visitor }: Pick<PersonOptions, 'secret' | 'visitor'>,
): string {
  const id = visitor?.(request);
  if (!id) return '';
  // A keyed hash, because nobody may check a guess about a person without the secret.
  const hash = createHmac('sha256', secret).update(`person ${id}`);
  return `.${hash.digest('base64url').slice(0, 12)}`;
}

/**
 * Returns the refusal of an action that comes from the page of another person than the one who is
 * signed in. Returns undefined when one of the two is unknown. Guards then refuse visitors who have to
 * sign in.
 */
export function findOtherPerson(
  request: Request,
  options: PersonOptions,
): ActionRefusal | undefined {
  const { person } = getPageRequest(request);
  const now = toPersonMark(request, options);
  if (!person || !now || person === now) return undefined;
  const name = options.visitorName?.(request) ?? 'Another person';
  const text = options.texts?.(request)?.otherPerson ?? REFUSED;
  const message = text.replaceAll('{name}', () => name);
  return new ActionRefusal(409, message);
}
