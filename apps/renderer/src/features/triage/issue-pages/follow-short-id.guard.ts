import { Injectable, NotFoundException } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { FindingStore } from '#product/recording/finding';
import { readShortId, to } from '#shared';
import type { Address } from '#shared';
import type { Request } from 'express';
import { RedirectException } from '../../../rendering/index.ts';

/**
 * Redirects from `/issues/WEB-42`, which clients print, to the address of the issue. The guard of
 * `@Requires` runs first, so only people who may read the project's issues are redirected.
 */
@Injectable()
export class FollowShortId implements CanActivate {
  constructor(private readonly finding: FindingStore) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { params, url } = context.switchToHttp().getRequest<Request>();
    const shortId = readShortId(String(params['id']));
    if (!shortId) return true;
    const id = await this.finding.findIssue(shortId, 'all');
    if (id === undefined) throw new NotFoundException();
    const address = url.replace(/^\/issues\/[^/?]+/, to('/issues/:id', { id }));
    throw new RedirectException(address as Address);
  }
}
