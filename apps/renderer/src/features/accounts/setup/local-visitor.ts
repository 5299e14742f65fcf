import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AccountsOptions } from '../accounts.options.ts';

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;
const LOCAL_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;
/** What a proxy on this machine may say of whom it asks for. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** Tells who sits at this machine, and so may read what the start printed there. In doubt it is somebody else. */
@Injectable()
export class LocalVisitor {
  constructor(private readonly options: AccountsOptions) {}

  /**
   * From loopback, by a name of loopback, and with no sign of a proxy. Where visitors reach the console by another name
   * there is one, and many rewrite the name and say nothing of themselves: nobody is local then.
   */
  isLocal({ socket, headers }: Request): boolean {
    return (
      LOCAL_HOST.test(new URL(this.options.publicUrl).host) &&
      LOOPBACK.test(socket.remoteAddress ?? '') &&
      LOCAL_HOST.test(headers.host ?? '') &&
      FORWARDED.every((name) => headers[name] === undefined)
    );
  }

  /** The same of a form that was sent, by a browser: those say where it stood. */
  isLocalForm(request: Request): boolean {
    const { origin, 'sec-fetch-site': site } = request.headers;
    return this.isLocal(request) && (origin !== undefined || site === 'same-origin');
  }
}
