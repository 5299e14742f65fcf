import { Inject, Injectable } from '@nestjs/common';
import { takeFitting, weigh } from '#events';
import { TriageStore } from '#product/triage/states';
import type { HistoryEntry, Reprocessed } from '#product/triage/states';
import MarkdownIt from 'markdown-it';
import { PeopleService } from '../../projects/members/index.ts';
import type { CommentItem, HistoryItem, HistoryProps } from './history.dto.ts';

const markdown = new MarkdownIt({
  html: false,
  linkify: true,
  breaks: true,
  maxNesting: 20,
}).disable(['image', 'table', 'reference']);

/**
 * URLs with these schemes become links. Other schemes can start programs on the reader's machine:
 * `vscode:`, `ms-word:`, `tel:`.
 */
const LINKED = /^(?:https?|mailto):/i;

markdown.validateLink = (url) => LINKED.test(url.trim());

// Links only texts with a scheme. Otherwise the file name `total.ts` would become a link, since
// `.ts` could be a top-level domain.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

markdown.renderer.rules['link_open'] = (tokens, index, options, _environment, self) => {
  tokens[index]?.attrSet('rel', 'nofollow noopener');
  return self.renderToken(tokens, index, options);
};

const PER_PAGE = 20;
/** An entry that is longer has a page of its own. */
const PAGE_BYTES = 400_000;

export interface HistoryRequest {
  /** Id of the last entry of the page before this one. */
  readonly beyond?: number | undefined;
  readonly readerId?: number | undefined;
}

@Injectable()
export class HistoryService {
  constructor(
    @Inject(TriageStore) private readonly triage: Pick<TriageStore, 'listHistory'>,
    @Inject(PeopleService) private readonly people: Pick<PeopleService, 'listNames'>,
  ) {}

  async list(issueId: number, { beyond, readerId }: HistoryRequest): Promise<HistoryProps> {
    const found = await this.triage.listHistory(issueId, {
      order: 'newestFirst',
      limit: PER_PAGE + 1,
      beyond,
    });
    const names = await this.people.listNames(found.flatMap(listPeople));
    const items = found.slice(0, PER_PAGE).map((entry) => toItem(entry, { names, readerId }));
    const fitting = takeFitting(items, PAGE_BYTES, weigh);
    const shown = fitting.length > 0 ? fitting : items.slice(0, 1);
    const last = found.length > shown.length ? shown.at(-1) : undefined;
    return {
      items: shown,
      older: last?.id,
      isOlder: beyond === undefined ? undefined : true,
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
    by,
    isUndo: undoes === undefined ? undefined : true,
    of: of === undefined ? undefined : of.number,
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
    editedAtMs,
    body: isOwn ? body : undefined,
  };
}

/**
 * Returns HTML that is safe to show.
 * - HTML in the text is escaped.
 * - Images are off, since an image would tell its server who reads.
 * - Links that would run a script stay text.
 * - Tables are off, since a few characters can fill thousands of cells.
 * - Definitions of links are off, since a few characters can repeat an address thousands of times.
 * - Quotes and lists in 20 levels of others are left out.
 *
 * The Content-Security-Policy, which allows no script and no `style` attribute, is the second
 * defence.
 */
export function renderMarkdown(text: string): string {
  return markdown.render(text);
}
