import { Injectable } from '@nestjs/common';
import { Clock, flashLimits } from '#shared';
import type { Flash } from '#shared';
import type { CookieOptions, Request, Response } from 'express';
import { RenderingOptions } from '../rendering.options.ts';
import { listCookies } from '../request/cookies.ts';
import { getPageRequest } from '../request/page-request.ts';
import { signText, verifyText } from './signed-text.ts';

const NAME = 'flash';

/**
 * Keeps a message from the redirect of an action to the page that it leads to. Signed, because whoever has
 * another host of the same domain can set a cookie here too; short-lived whatever becomes of the cookie.
 */
@Injectable()
export class FlashCookie {
  constructor(
    private readonly options: RenderingOptions,
    private readonly clock: Clock,
  ) {}

  /**
   * What the page that is asked for tells; undefined where nobody is going to see it at once: a prefetch, a
   * refresh behind, one segment, or headers alone.
   */
  find(request: Request): Flash | undefined {
    if (!isSeen(request)) return undefined;
    for (const value of listCookies(request, NAME)) {
      const text = verifyText(value, this.options.secret);
      if (text === undefined) continue;
      const [untilMs, flash] = JSON.parse(text) as Kept;
      if (this.clock.nowMs() < untilMs) return flash;
    }
    return undefined;
  }

  keep(flash: Flash, request: Request, response: Response): void {
    const { keptMs, cookieBytes } = flashLimits;
    const sign = (kept: Flash): string => {
      const content: Kept = [this.clock.nowMs() + keptMs, kept];
      return signText(JSON.stringify(content), this.options.secret);
    };
    const whole = sign(flash);
    const value = whole.length > cookieBytes ? sign({ text: flash.text }) : whole;
    response.cookie(NAME, value, { ...this.toOptions(request), maxAge: keptMs });
  }

  /** It has been told. */
  forget(request: Request, response: Response): void {
    response.clearCookie(NAME, this.toOptions(request));
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

function isSeen(request: Request): boolean {
  const { format, prefetch, segment, isRefresh } = getPageRequest(request);
  if (request.method !== 'GET') return false;
  // The browser loads documents ahead, too.
  if (format === 'document') return request.headers['sec-purpose'] === undefined;
  return prefetch === undefined && segment === undefined && !isRefresh;
}
