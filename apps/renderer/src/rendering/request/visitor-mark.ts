import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { visitorCookie } from '#shared';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { RenderingOptions } from '../rendering.options.ts';
import { isExpiredCookie } from './cookies-set.ts';
import { listCookies } from './cookies.ts';

type MarkOptions = Pick<
  RenderingOptions,
  'basePath' | 'isSecure' | 'programs' | 'secret' | 'standing'
>;

export const flashCookie = 'flash';

/** Cookies of requests before an action's own cookies were applied to them. */
const received = new WeakMap<IncomingMessage, string>();

/** Each page asks twice: for its payload and for its cookie. */
const marks = new WeakMap<IncomingMessage, { readonly text: string; readonly mark: string }>();

/**
 * Keeps the visitor's mark in a cookie that scripts can read. The mark changes in the answer that
 * signs a visitor in or out, so each tab notices it before it shows anything that it holds.
 */
export function markVisitors(options: MarkOptions): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    received.set(request, request.headers.cookie ?? '');
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => Response;
    response.writeHead = (...head: unknown[]) => {
      const mark = getVisitorMark(request, response, options);
      if (mark !== undefined && mark !== findReceivedMark(request)) {
        response.cookie(visitorCookie, mark, {
          path: options.basePath || '/',
          sameSite: 'lax',
          secure: options.isSecure(request),
        });
      }
      return writeHead(...head);
    };
    next();
  };
}

/**
 * Returns the mark of the visitor who will have received this answer. The product's `standing`
 * decides for pages, also for those that an action answers with. Otherwise the mark changes with the
 * HttpOnly cookies that the answer adds, gives another value or deletes. Another value only renews a
 * session in a page, and where `standing` decides: sessions that roll have one in each answer.
 * An answer that shared caches may store has none.
 */
export function getVisitorMark(
  request: Request,
  response: Response,
  options: MarkOptions,
): string | undefined {
  if (isShared(response)) return undefined;
  const { programs, standing } = options;
  const isPage = !isRedirect(response) && !programs?.has(request);
  const isRenewal = !!standing || (isPage && request.method === 'GET');
  const text =
    (isPage ? standing?.(request) : undefined) ?? listChanges(request, response, isRenewal);
  if (!text) return findReceivedMark(request);
  const known = marks.get(request);
  if (known?.text === text) return known.mark;
  // A keyed hash, because nobody may check a guess about a visitor without the secret.
  const hash = createHmac('sha256', options.secret).update(`visitor ${text}`);
  const mark = hash.digest('base64url').slice(0, 16);
  marks.set(request, { text, mark });
  return mark;
}

/** Whether shared caches may store the answer, which then names nobody. */
export function isShared(response: Response): boolean {
  return /\bpublic\b|s-maxage/.test(String(response.getHeader('Cache-Control')));
}

function isRedirect({ statusCode }: Response): boolean {
  return statusCode >= 300 && statusCode < 400;
}

function findReceivedMark(request: Request): string | undefined {
  return listCookies(toReceived(request), visitorCookie).find((mark) => /^[\w-]{16}$/.test(mark));
}

function toReceived(request: Request): Pick<Request, 'headers'> {
  return { headers: { cookie: received.get(request) } };
}

function listChanges(request: Request, response: Response, isRenewal: boolean): string {
  const set = [response.getHeader('Set-Cookie') ?? []].flat().map(String);
  return set.flatMap((each) => toChange(each, request, isRenewal) ?? []).join(';');
}

function toChange(cookie: string, request: Request, isRenewal: boolean): string | undefined {
  const [pair = ''] = cookie.split(';', 1);
  const [name = ''] = pair.split('=', 1);
  if (name === visitorCookie || name === flashCookie) return undefined;
  const [value] = listCookies(toReceived(request), name);
  if (isExpiredCookie(cookie)) return value === undefined ? undefined : `${name}=`;
  const isSecret = /;\s*httponly/i.test(cookie);
  const isSame = isRenewal ? value !== undefined : pair === `${name}=${value}`;
  return isSecret && !isSame ? pair : undefined;
}
