import { Injectable } from '@nestjs/common';
import { TriageStore } from '#product/triage/states';
import type { HistoryEntry, Reprocessed } from '#product/triage/states';
import { PeopleService } from '../../projects/members/index.ts';
import type { CommentItem, HistoryItem, HistoryProps } from './history.dto.ts';
import { renderMarkdown } from './markdown.ts';

const PER_PAGE = 20;

export interface HistoryRequest {
  /** Id of the last entry of the page before this one. */
  readonly beyond?: number | undefined;
  readonly readerId?: number | undefined;
}

@Injectable()
export class HistoryService {
  constructor(
    private readonly triage: TriageStore,
    private readonly people: PeopleService,
  ) {}

  async list(issueId: number, { beyond, readerId }: HistoryRequest): Promise<HistoryProps> {
    const found = await this.triage.listHistory(issueId, {
      order: 'newestFirst',
      limit: PER_PAGE + 1,
      ...(beyond === undefined ? {} : { beyond }),
    });
    const shown = found.slice(0, PER_PAGE);
    const names = await this.people.listNames(shown.flatMap(listPeople));
    const last = found.length > PER_PAGE ? shown.at(-1) : undefined;
    return {
      items: shown.map((entry) => toItem(entry, { names, readerId })),
      ...(last ? { older: last.id } : {}),
      ...(beyond === undefined ? {} : { isOlder: true }),
    };
  }
}

interface Reading {
  readonly names: ReadonlyMap<number, string>;
  readonly readerId: number | undefined;
}

function listPeople(entry: HistoryEntry): number[] {
  const assignees = entry.what === 'assignee' ? [entry.from, entry.to] : [];
  return [entry.byUserId, ...assignees].filter((id) => id !== undefined);
}

function toItem(entry: HistoryEntry, { names, readerId }: Reading): HistoryItem {
  const nameOf = (id: number | undefined): string | undefined =>
    id === undefined ? undefined : (names.get(id) ?? 'somebody');
  const { id, atMs, byUserId, undoes, of } = entry;
  const by = nameOf(byUserId);
  const item = {
    id,
    atMs,
    ...(by === undefined ? {} : { by }),
    ...(undoes === undefined ? {} : { isUndo: true }),
    ...(of === undefined ? {} : { of: of.number }),
  };
  if (entry.what === 'state') return { ...item, what: 'state', from: entry.from, to: entry.to };
  if (entry.what === 'comment') {
    return { ...item, what: 'comment', comment: toComment(entry, byUserId === readerId) };
  }
  if (entry.what === 'grouping') {
    const { kind, others } = entry;
    return { ...item, what: 'grouping', kind, others: others.map(({ number }) => number) };
  }
  if (entry.what === 'reprocessing') {
    return { ...item, what: 'reprocessing', ...toReprocessed(entry.reprocessed) };
  }
  const [from, to] = [nameOf(entry.from), nameOf(entry.to)];
  return {
    ...item,
    what: 'assignee',
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

function toReprocessed(
  reprocessed: Reprocessed,
): Pick<HistoryItem & { what: 'reprocessing' }, 'kind' | 'events' | 'others' | 'orderId'> {
  const { kind, orderId } = reprocessed;
  if (kind === 'undone') return { kind, orderId, events: 0, others: [] };
  const { events } = reprocessed;
  const others = kind === 'received' ? [{ ...reprocessed.from, events }] : reprocessed.others;
  return {
    kind,
    orderId,
    events,
    others: others.map(({ number, events: own }) => ({ number, events: own })),
  };
}

function toComment(
  { comment: { id, body, editedAtMs, deletedAtMs } }: HistoryEntry & { what: 'comment' },
  isOwn: boolean,
): CommentItem {
  if (deletedAtMs !== undefined) return { id, html: '', isDeleted: true };
  return {
    id,
    html: renderMarkdown(body),
    ...(editedAtMs === undefined ? {} : { editedAtMs }),
    ...(isOwn ? { body } : {}),
  };
}
