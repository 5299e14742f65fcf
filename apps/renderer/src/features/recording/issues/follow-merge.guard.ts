import type { Address } from '#shared';
import { Injectable, Optional } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { actionParameter, to } from '#shared';
import type { Request } from 'express';
import { RedirectException } from '../../../rendering/index.ts';
import { IssueIdPipe } from './issue-id.pipe.ts';
import { MergedIssues } from './merged-issues.ts';

/**
 * Redirects from the address of a merged issue to the issue that it was merged into.
 * - The guard of `@Requires` runs first, so only people who may read the merged issue are
 *   redirected.
 * - Status 307 keeps the body of an action, so an open page of the merged issue keeps working.
 * - An unmerge may end the redirect, so browsers must not remember it.
 */
@Injectable()
export class FollowMerge implements CanActivate {
  private readonly ids = new IssueIdPipe();

  constructor(@Optional() private readonly merges?: MergedIssues) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const id = this.ids.transform(String(request.params['id']));
    const intoId = await this.merges?.findMergedInto(id);
    if (intoId === undefined) return true;
    throw new RedirectException(toAddressOf(intoId, request), 307);
  }
}

/**
 * Keeps the action parameter. Without scripts, a form sends the name of its action in the address.
 */
function toAddressOf(issueId: number, { url, originalUrl }: Request): Address {
  const address = url.replace(/^\/issues\/\d+/, to('/issues/:id', { id: issueId }));
  const action = new URL(originalUrl, 'http://localhost').searchParams.get(actionParameter);
  if (action === null) return address as Address;
  const query = new URLSearchParams({ [actionParameter]: action }).toString();
  return `${address}${address.includes('?') ? '&' : '?'}${query}` as Address;
}
