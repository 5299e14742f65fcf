import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { RedirectException } from '../pages/redirect.exception.ts';
import { RenderingOptions } from '../rendering.options.ts';
import { getPageRequest } from '../request/page-request.ts';
import { toRedirectTarget } from './redirect-target.ts';
import type { RedirectTarget } from './redirect-target.ts';

@Injectable()
export class RedirectTargets {
  constructor(private readonly options: RenderingOptions) {}

  get({ address }: RedirectException, request: Request, mayReturn = false): RedirectTarget {
    const { publicOrigin, basePath } = this.options;
    const own = `${request.protocol}://${request.headers.host ?? ''}`;
    const origins = [...(URL.canParse(own) ? [new URL(own).origin] : []), publicOrigin];
    const { url } = getPageRequest(request);
    return toRedirectTarget(address, { origins, basePath, url, mayReturn });
  }
}
