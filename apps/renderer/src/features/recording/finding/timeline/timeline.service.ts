import type { Address, EventUser, NormalisedEvent } from '#shared';
import { Injectable } from '@nestjs/common';
import { FindingStore } from '#product/recording/finding';
import type { EventQuote, FoundEvent } from '#product/recording/finding';
import { Clock, searchLimits, toShortId, to } from '#shared';
import { RedirectException } from '../../../../rendering/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { toTimeline } from './timeline.ts';
import type { TracedEvent } from './timeline.ts';
import { SurroundingsService } from './surroundings.ts';
import { TracedEvents } from './traced-events.ts';
import type { TimelineIssue, TimelinePageProps } from '../timeline.dto.ts';

type Fact = readonly [name: string, value: string];

const FACT_LENGTH = 300;

interface TimelineRequest {
  readonly quote: EventQuote;
  readonly title: string;
  readonly toAddress: (eventId: string) => Address;
  readonly eventId: string | undefined;
  readonly access: Access;
}

type FindingOptions = Parameters<FindingStore['findEvents']>[1];

@Injectable()
export class TimelineService {
  constructor(
    private readonly finding: FindingStore,
    private readonly events: TracedEvents,
    private readonly surroundings: SurroundingsService,
    private readonly clock: Clock,
  ) {}

  /** Resolves with undefined when no event that the visitor may see matches the quote. */
  async show({
    quote,
    title,
    toAddress,
    eventId,
    access,
  }: TimelineRequest): Promise<TimelinePageProps | undefined> {
    const scope = access.listProjects('issues.read');
    const options = { scope, limit: searchLimits.eventsFound };
    const claim =
      quote.by === 'digest' ? await this.findClaim(quote.text, eventId, options) : undefined;
    const found = await this.finding.findEvents(quote, { ...options, issueId: claim?.issueId });
    const asked = found.find((each) => each.eventId === eventId) ?? found[0];
    if (!asked) return undefined;
    const isTrace = quote.by === 'trace';
    const together = isTrace ? found : await this.listTogether(asked, options);
    const askedId = isTrace ? '' : asked.eventId;
    const traced = await this.events.read(together, askedId);
    const [shown = traced[0]] = traced.filter(({ isAskedFor }) => isAskedFor);
    const events = traced.map(({ event }) => event);
    const logs = shown ? await this.surroundings.findLogs(shown.event, events, access) : [];
    return {
      nowMs: this.clock.nowMs(),
      title,
      counts: claim,
      issues: listIssues(together),
      facts: listFacts(traced),
      timeline: toTimeline(traced, logs),
      occurrences: isTrace
        ? []
        : found.toSorted(byAge).map((each) => ({
            href: toAddress(each.eventId),
            atMs: each.occurredAtMs,
            isShown: each === asked,
          })),
    };
  }

  /** Redirects to the list when several issues claim the digest, and the event is of none. */
  private async findClaim(digest: string, eventId: string | undefined, options: FindingOptions) {
    const claims = await this.finding.listClaims(digest, options);
    if (claims.length < 2) return claims[0];
    const asked =
      eventId === undefined
        ? []
        : await this.finding.findEvents({ by: 'id', text: eventId }, options);
    const claim = claims.find((each) => asked.some(({ issueId }) => issueId === each.issueId));
    if (claim) return claim;
    throw new RedirectException(to('/find', {}, { query: { q: digest } }));
  }

  private async listTogether(asked: FoundEvent, options: FindingOptions): Promise<FoundEvent[]> {
    if (asked.traceId === undefined) return [asked];
    const traced = await this.finding.findEvents({ by: 'trace', text: asked.traceId }, options);
    return [asked, ...traced.filter(({ eventId }) => eventId !== asked.eventId)];
  }
}

function byAge(a: FoundEvent, b: FoundEvent): number {
  return b.occurredAtMs - a.occurredAtMs;
}

function listIssues(events: readonly FoundEvent[]): TimelineIssue[] {
  const issues = new Map<number, TimelineIssue>();
  for (const { issueId, projectSlug, issueNumber, type, value } of events) {
    const shortId = toShortId(projectSlug, issueNumber);
    if (!issues.has(issueId)) {
      issues.set(issueId, {
        href: to('/issues/:id', { id: issueId }),
        shortId,
        type,
        value: value.slice(0, VALUE_LENGTH),
      });
    }
  }
  return [...issues.values()];
}

const VALUE_LENGTH = 200;

/**
 * Lists what support asks first: the visitor, the page, the browser, the system, the release and
 * the environment. Facts of the event that was asked about come before facts of other events.
 */
function listFacts(traced: readonly TracedEvent[]): Fact[] {
  const events = traced
    .toSorted((a, b) => Number(b.isAskedFor ?? false) - Number(a.isAskedFor ?? false))
    .map(({ event }) => event);
  const first = (read: (event: NormalisedEvent) => string | undefined): string | undefined =>
    events.map(read).find((value) => value !== undefined && value !== '');
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Visitor', first(({ user }) => nameUser(user))],
    ['Page', first(({ request }) => request?.url)],
    ['Browser', first((event) => nameContext(event, 'browser'))],
    ['System', first((event) => nameContext(event, 'os'))],
    ['Release', first(({ release }) => release)],
    ['Environment', first(({ environment }) => environment)],
  ];
  return facts.flatMap(([name, value]): Fact[] =>
    value === undefined ? [] : [[name, value.slice(0, FACT_LENGTH)]],
  );
}

function nameUser({ name, username, email, id, ipAddress }: EventUser = {}): string | undefined {
  const names = [...new Set([name ?? username, email, id && `id ${id}`])].filter(Boolean);
  return names.length > 0 ? names.join(', ') : ipAddress;
}

function nameContext({ contexts }: NormalisedEvent, key: string): string | undefined {
  const { name, version } = contexts[key] ?? {};
  if (typeof name !== 'string') return undefined;
  return typeof version === 'string' ? `${name} ${version}` : name;
}
