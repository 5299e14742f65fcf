import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, flashLimits } from '#shared';
import type { Flash } from '#shared';
import type { CookieOptions, Request, Response } from 'express';
import { applySetCookies } from '../request/cookies-set.ts';
import { flashCookie } from '../request/visitor-mark.ts';
import { RenderingOptions } from '../rendering.options.ts';
import { listCookies } from '../request/cookies.ts';
import { getPageRequest } from '../request/page-request.ts';

/**
 * Part of the signed content, so that a signature made for another purpose with the same secret is
 * not valid here.
 */
const PURPOSE = 'errata.flash';

/**
 * Keeps an action's message in a cookie until the browser loads the page that the action redirects
 * to. The message expires soon, even if the browser keeps the cookie.
 *
 * The message is signed, because other hosts of the same domain can set cookies for this host. The
 * signature is valid for one browser only, so that attackers cannot plant a message that they
 * received themselves.
 */
@Injectable()
export class FlashCookie {
  constructor(
    private readonly options: RenderingOptions,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the message for the requested page. Returns undefined when nobody sees the answer at
   * once, as for a prefetch, a background refresh, a single segment or a HEAD request.
   */
  find(request: Request): Flash | undefined {
    if (!isShownAtOnce(request)) return undefined;
    const signature = this.toSignature(request);
    for (const value of listCookies(request, flashCookie)) {
      const text = verifyText(value, signature);
      if (text === undefined) continue;
      const [untilMs, flash] = JSON.parse(text) as Kept;
      if (this.clock.nowMs() < untilMs) return flash;
    }
    return undefined;
  }

  /**
   * Signs the message for the visitor's identity after the action, because the action may have
   * signed them in or out.
   */
  keep(flash: Flash, request: Request, response: Response): void {
    const { keptMs, cookieBytes } = flashLimits;
    applySetCookies(request, response);
    const signature = this.toSignature(request);
    const sign = (kept: Flash): string => {
      const content: Kept = [this.clock.nowMs() + keptMs, kept];
      return signText(JSON.stringify(content), signature);
    };
    const whole = sign(flash);
    const value = whole.length > cookieBytes ? sign({ text: flash.text }) : whole;
    response.cookie(flashCookie, value, { ...this.toOptions(request), maxAge: keptMs });
  }

  forget(request: Request, response: Response): void {
    response.clearCookie(flashCookie, this.toOptions(request));
  }

  private toSignature(request: Request): Signature {
    return { secret: this.options.secret, bearer: this.options.bearer?.(request) };
  }

  private toOptions(request: Request): CookieOptions {
    const { basePath } = this.options;
    return {
      path: basePath || '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: this.options.isSecure(request),
    };
  }
}

type Kept = readonly [untilMs: number, flash: Flash];

function isShownAtOnce(request: Request): boolean {
  const { format, prefetch, segment, isRefresh } = getPageRequest(request);
  if (request.method !== 'GET') return false;
  // Browsers mark the prefetch of a document with this header.
  if (format === 'document') return request.headers['sec-purpose'] === undefined;
  return prefetch === undefined && segment === undefined && !isRefresh;
}

interface Signature {
  readonly secret: string;
  readonly bearer: string | undefined;
}

/**
 * Returns the text with its signature, in characters that cookies allow. The text is not encrypted.
 */
export function signText(text: string, signature: Signature): string {
  const body = Buffer.from(text).toString('base64url');
  return `${body}.${computeSignature(body, signature)}`;
}

export function verifyText(signed: string, signature: Signature): string | undefined {
  const [body = '', mark = ''] = signed.split('.');
  const [given, own] = [Buffer.from(mark), Buffer.from(computeSignature(body, signature))];
  const isOwn = given.length === own.length && timingSafeEqual(given, own);
  return isOwn ? Buffer.from(body, 'base64url').toString() : undefined;
}

function computeSignature(body: string, { secret, bearer }: Signature): string {
  const signed = JSON.stringify([PURPOSE, bearer ?? null, body]);
  return createHmac('sha256', secret).update(signed).digest('base64url');
}
