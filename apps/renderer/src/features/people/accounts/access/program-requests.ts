import { isApiPath } from '#shared';
import type { Request } from 'express';

/** Texts for people and programs: issues and Performance as Markdown, and logs. */
const TEXT = /^\/(?:issues\/[^/]+\.md|logs\.txt|performance(?:\/[^/]+)?\.(?:md|json))\/?$/i;
const BEARER = /^bearer /i;

/**
 * Returns true when the request must be identified by its token. The API accepts tokens only. The
 * texts accept a token or a session.
 */
export function isOfProgram({ path, headers: { authorization } }: Request): boolean {
  return isApiPath(path) || (TEXT.test(path) && BEARER.test(authorization ?? ''));
}
