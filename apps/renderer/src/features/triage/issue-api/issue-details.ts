import { Injectable, NotFoundException } from '@nestjs/common';
import type { Issue } from '#product/recording/issues';
import { EventListStore } from '#product/recording/storage';
import type { EventPosition, ListedEvent } from '#product/recording/storage';
import { TagStore } from '#product/recording/tags';
import type { TagDistribution } from '#product/recording/tags';
import { TriageStore } from '#product/triage/states';
import type { HistoryEntry } from '#product/triage/states';
import { Clock, issueLimits } from '#shared';
import { EventMatches } from '../event-list/index.ts';
import { PeopleService } from '../../projects/members/index.ts';
import type { RowCursor, CursorPage } from '../../people/api/index.ts';
import type { AskedEvents } from './asked-events.ts';
import { toBounds } from './asked-time.ts';
import { Turn } from '#telemetry/plain';
import { toEventAnswer, toListedAnswer } from './event-answer.ts';
import { toActivity, toNote } from './history-answer.ts';

const TOP_VALUES = 10;
/** Limit for the values that are listed for one tag. `TagStore` counts no further values. */
const ALL_VALUES = 1000;

@Injectable()
export class IssueDetails {
  constructor(
    private readonly events: EventListStore,
    private readonly matches: EventMatches,
    private readonly tags: TagStore,
    private readonly triage: TriageStore,
    private readonly people: PeopleService,
    private readonly clock: Clock,
  ) {}

  async listEvents(issue: Issue, asked: AskedEvents, page: CursorPage): Promise<readonly object[]> {
    const { isFull, search } = asked;
    const found =
      search.length === 0
        ? await this.findAny(issue, asked, page)
        : await this.findMatching(issue, asked, page);
    const toPlace = ({ position: { occurredAtMs, id } }: ListedEvent) => ({
      value: occurredAtMs,
      id,
    });
    const toAnswer = isFull ? toEventAnswer : toListedAnswer;
    return new Turn().map(page.show(found, toPlace), (listed) => toAnswer(issue, listed));
  }

  private async findAny(
    { id }: Issue,
    { time }: AskedEvents,
    { edge, limit }: CursorPage,
  ): Promise<readonly ListedEvent[]> {
    const bounds = toBounds(time, this.clock.nowMs());
    const position = edge && { occurredAtMs: edge.value, id: edge.id };
    // Events before this position occurred at `endMs` or earlier. Row ids begin at 1, so no event
    // at `endMs + 1` comes before the id 0.
    const last = { occurredAtMs: bounds.endMs + 1, id: 0 };
    const found = await this.events.list(id, {
      limit: limit + 1,
      ...(edge?.isBefore ? { after: position } : { before: position ?? last }),
    });
    return found.filter((event) => isWithin(event, bounds));
  }

  /**
   * Searches only the newest events of the issue, with the same limit as the console's event list.
   */
  private async findMatching(
    { id }: Issue,
    { query, search, time }: AskedEvents,
    { edge, limit }: CursorPage,
  ): Promise<readonly ListedEvent[]> {
    const bounds = toBounds(time, this.clock.nowMs());
    const { found } = await this.matches.find(id, { query }, search);
    const within = found.filter((event) => isWithin(event, bounds)).map(({ position }) => position);
    const side = edge
      ? within.filter(
          (position) => isNewer(position, edge) === edge.isBefore && !isSame(position, edge),
        )
      : within;
    const shown = edge?.isBefore ? side.slice(-limit - 1) : side.slice(0, limit + 1);
    return this.events.get(
      id,
      shown.map((position) => position.id),
    );
  }

  async listTags(issue: Issue): Promise<readonly object[]> {
    return (await this.findTags(issue)).map(toTagAnswer);
  }

  findTags({ id }: Issue): Promise<readonly TagDistribution[]> {
    return this.tags.list(id, TOP_VALUES);
  }

  async getTag(issue: Issue, key: string): Promise<object> {
    return toTagAnswer(await this.getDistribution(issue, key, TOP_VALUES));
  }

  /** Lists the most frequent values first. Throws 404 when no event of the issue has the tag. */
  async listValues(issue: Issue, key: string): Promise<readonly object[]> {
    return toValues(await this.getDistribution(issue, key));
  }

  async getDistribution({ id }: Issue, key: string, limit = ALL_VALUES): Promise<TagDistribution> {
    const tag = await this.tags.find(id, key, limit);
    if (tag) return tag;
    throw new NotFoundException(`No event of this issue has the tag '${key.slice(0, 50)}'.`);
  }

  async listNotes({ id }: Issue): Promise<readonly object[]> {
    const entries = await this.listHistory(id, 'comments');
    const names = await this.listNames(entries);
    return entries.flatMap((entry) => toNote(entry, names) ?? []);
  }

  async listActivities(issue: Issue): Promise<readonly object[]> {
    const entries = await this.listHistory(issue.id);
    const names = await this.listNames(entries);
    return entries.flatMap((entry) => toActivity(entry, names) ?? []);
  }

  private listHistory(issueId: number, only?: 'comments'): Promise<readonly HistoryEntry[]> {
    return this.triage.listHistory(issueId, {
      order: 'newestFirst',
      limit: issueLimits.historyPage,
      only,
    });
  }

  private listNames(entries: readonly HistoryEntry[]): Promise<ReadonlyMap<number, string>> {
    const ids = entries.flatMap((entry) => [
      entry.byUserId,
      ...(entry.what === 'assignee' ? [entry.to] : []),
    ]);
    return this.people.listNames(ids.filter((id) => id !== undefined));
  }
}

function isWithin(
  { position: { occurredAtMs } }: Pick<ListedEvent, 'position'>,
  { startMs, endMs }: ReturnType<typeof toBounds>,
): boolean {
  return occurredAtMs >= startMs && occurredAtMs <= endMs;
}

function isNewer({ occurredAtMs, id }: EventPosition, edge: RowCursor): boolean {
  return occurredAtMs === edge.value ? id > edge.id : occurredAtMs > edge.value;
}

function isSame({ occurredAtMs, id }: EventPosition, edge: RowCursor): boolean {
  return occurredAtMs === edge.value && id === edge.id;
}

function toTagAnswer(tag: TagDistribution): object {
  const { name, events, valueCount } = tag;
  return {
    key: name,
    name,
    totalValues: events,
    uniqueValues: valueCount,
    topValues: toValues(tag),
  };
}

function toValues({ name, values }: TagDistribution): object[] {
  return values.map(({ value, events }) => ({
    key: name,
    name: value,
    value,
    count: events,
    // Errata counts tag values but does not keep the times at which they were seen.
    firstSeen: null,
    lastSeen: null,
  }));
}
