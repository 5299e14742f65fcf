import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Seal } from '#persistence';
import { Clock } from '#shared';
import { listCookies } from '../../../../rendering/index.ts';
import { AccountsOptions } from '../accounts.options.ts';
import { describeHostCookie } from '../host-cookie.ts';

interface Sealed {
  readonly value: unknown;
  readonly untilMs: number;
}

const PURPOSE = 'errata cookies';

/** Sets and reads encrypted cookies, whose content visitors can neither read nor change. */
@Injectable()
export class SealedCookies {
  private readonly seal: Seal;

  constructor(
    private readonly options: AccountsOptions,
    private readonly clock: Clock,
  ) {
    this.seal = new Seal(options.secret, PURPOSE);
  }

  set(
    { request, response }: { readonly request: Request; readonly response: Response },
    name: string,
    { value, lifetimeMs }: { readonly value: unknown; readonly lifetimeMs: number },
  ): void {
    const sealed: Sealed = { value, untilMs: this.clock.nowMs() + lifetimeMs };
    const bytes = this.seal.seal(Buffer.from(JSON.stringify(sealed)), name);
    const cookie = describeHostCookie(this.options, request, name);
    response.cookie(cookie.name, bytes.toString('base64url'), {
      ...cookie.options,
      maxAge: lifetimeMs,
    });
  }

  /** Returns undefined when the cookie is missing, has expired or cannot be decrypted. */
  read(request: Request, name: string): unknown {
    const [text] = listCookies(request, describeHostCookie(this.options, request, name).name);
    const json = text && this.seal.findText(Buffer.from(text, 'base64url'), name);
    if (!json) return undefined;
    const { value, untilMs } = JSON.parse(json) as Sealed;
    return untilMs > this.clock.nowMs() ? value : undefined;
  }

  clear(request: Request, response: Response, name: string): void {
    const cookie = describeHostCookie(this.options, request, name);
    if (listCookies(request, cookie.name).length > 0) {
      response.clearCookie(cookie.name, cookie.options);
    }
  }
}
