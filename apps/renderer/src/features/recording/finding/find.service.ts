import { Injectable } from '@nestjs/common';
import { FindingStore } from '#product/recording/finding';
import type { FindingScope, FoundEvent } from '#product/recording/finding';
import { searchLimits, to, toIssueTitle, toShortId } from '#shared';
import type { Access } from '../../people/accounts/index.ts';
import type { FoundTarget } from './find.dto.ts';
import { readQuote } from './read-quote.ts';
import type { Quote } from './read-quote.ts';

@Injectable()
export class FindService {
  constructor(private readonly finding: FindingStore) {}

  async find(typed: string, access: Access): Promise<readonly FoundTarget[]> {
    const quote = readQuote(typed);
    if (!quote) return [];
    if (quote.address !== undefined) {
      return [{ href: quote.address, kind: 'Issue', name: quote.address }];
    }
    const scope = access.listProjects('issues.read');
    const found = await Promise.all([
      this.findIssue(quote, scope),
      this.findDigest(quote, scope),
      this.findRequest(quote, scope),
      this.findEvents(quote, scope),
      this.findTrace(quote, scope),
    ]);
    return found.flat();
  }

  private async findIssue({ shortId, text }: Quote, scope: FindingScope): Promise<FoundTarget[]> {
    const id = shortId && (await this.finding.findIssue(shortId, scope));
    if (id === undefined) return [];
    return [
      { href: to('/issues/:id', { id }), kind: 'Issue', name: text.toUpperCase().replace('#', '') },
    ];
  }

  /** Returns each issue when several claim the digest, since anybody can send one. */
  async findDigest({ text }: Pick<Quote, 'text'>, scope: FindingScope): Promise<FoundTarget[]> {
    const claims = await this.finding.listClaims(text, { scope, limit: searchLimits.eventsFound });
    const isOnly = claims.length === 1;
    return claims.map(({ eventId, projectSlug, issueNumber, isOfUsers, events, ...claim }) => {
      const counted = events === 1 ? 'one event' : `${events} events`;
      const from = isOfUsers === 1 ? 'sent by devices of users, ' : '';
      const detail = `In ${projectSlug}, ${from}${counted}: ${toIssueTitle(claim)}`;
      return {
        href: to('/digests/:digest', { digest: text }, isOnly ? {} : { query: { event: eventId } }),
        kind: 'Digest',
        name: isOnly ? text : toShortId(projectSlug, issueNumber),
        detail: isOnly ? counted : detail.slice(0, DETAIL_LENGTH),
        atMs: claim.lastSeenMs,
      };
    });
  }

  private async findRequest({ text }: Quote, scope: FindingScope): Promise<FoundTarget[]> {
    const [newest] = await this.finding.findEvents({ by: 'request', text }, { scope, limit: 1 });
    if (!newest) return [];
    const href = to('/requests/:request', { request: text });
    return [{ href, kind: 'Request', name: text, atMs: newest.occurredAtMs }];
  }

  private async findEvents({ eventId }: Quote, scope: FindingScope): Promise<FoundTarget[]> {
    if (eventId === undefined) return [];
    const { eventsFound: limit } = searchLimits;
    const found = await this.finding.findEvents({ by: 'id', text: eventId }, { scope, limit });
    return found.map(toEventTarget);
  }

  private async findTrace({ traceId }: Quote, scope: FindingScope): Promise<FoundTarget[]> {
    if (traceId === undefined) return [];
    const [newest] = await this.finding.findEvents(
      { by: 'trace', text: traceId },
      { scope, limit: 1 },
    );
    if (!newest) return [];
    const { occurredAtMs: atMs } = newest;
    return [{ href: to('/traces/:trace', { trace: traceId }), kind: 'Trace', name: traceId, atMs }];
  }
}

function toEventTarget(event: FoundEvent): FoundTarget {
  const { issueId, eventId, projectSlug, issueNumber, type, value } = event;
  const detail = [toShortId(projectSlug, issueNumber), toIssueTitle({ type, value })].join(' ');
  return {
    href: to('/issues/:id', { id: issueId }, { query: { event: eventId } }),
    kind: 'Event',
    name: eventId,
    detail: detail.slice(0, DETAIL_LENGTH),
    atMs: event.occurredAtMs,
  };
}

const DETAIL_LENGTH = 200;
