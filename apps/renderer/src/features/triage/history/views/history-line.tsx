import { toShortId } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { formatExactCount, formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import { useZone } from '../../../../ui/time/time-format.ts';
import type { HistoryItem } from '../history.dto.ts';
import { describeState } from '../../states/views/index.ts';
import { Comment } from './comment.tsx';

interface HistoryLineProps {
  readonly item: HistoryItem;
  readonly canComment: boolean;
  readonly canUndo: boolean;
  readonly project: string;
}

export function HistoryLine({ item, canComment, canUndo, project }: HistoryLineProps): ReactNode {
  return (
    <li className="border-t border-rule py-2 first:border-t-0">
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <span className="min-w-0 wrap-anywhere">
          {item.by !== undefined && <b className="font-semibold">{item.by}</b>}{' '}
          {tellOf(item, project, useZone())}
          {item.of !== undefined && (
            <span className="text-faint">{` · ${toShortId(project, item.of)}`}</span>
          )}
        </span>
        <span className="text-xs text-faint">
          <RelativeTime atMs={item.atMs} />
          {' · '}
          <Moment atMs={item.atMs} />
          {item.what === 'comment' && item.comment.editedAtMs !== undefined && (
            <>
              {' · edited '}
              <RelativeTime atMs={item.comment.editedAtMs} />
            </>
          )}
        </span>
      </p>
      {item.what === 'comment' && !item.comment.isDeleted && (
        <Comment comment={item.comment} canComment={canComment} />
      )}
      {item.what === 'reprocessing' && item.kind !== 'undone' && canUndo && (
        <NotedForm action="undo" className="pt-1 print:hidden">
          <input type="hidden" name="history" value={item.id} />
          <Button>Undo</Button>
        </NotedForm>
      )}
    </li>
  );
}

function tellOf(item: HistoryItem, project: string, zone: string): string {
  if (item.what === 'grouping') return tellGrouping(item, project);
  return item.what === 'reprocessing' ? tellReprocessing(item, project) : tell(item, zone);
}

const MOST_NAMED = 5;

type ReprocessingItem = Extract<HistoryItem, { readonly what: 'reprocessing' }>;

function tellReprocessing({ kind, events, others, by }: ReprocessingItem, project: string): string {
  if (kind === 'undone') return 'undid a change: events that were processed again go back';
  const who = by === undefined ? 'Errata ' : '';
  const moved = others
    .slice(0, MOST_NAMED)
    .map(
      ({ number, events: own }) =>
        `${formatQuantity(own, 'event')} of them ${kind === 'received' ? 'came from' : 'went to'} ${toShortId(project, number)}`,
    );
  const more = others.length - moved.length;
  const rest = more > 0 ? [`and others to ${formatQuantity(more, 'further issue')}`] : [];
  const told = `${who}processed events again: ${formatExactCount(events)} got original places`;
  return [told, ...moved, ...rest].join(', ');
}

type GroupingItem = Extract<HistoryItem, { readonly what: 'grouping' }>;

const GROUPING = {
  merge: 'merged into this issue:',
  unmerge: 'unmerged from this issue:',
  mergedInto: 'merged this issue into',
  unmergedFrom: 'unmerged this issue from',
} as const;

function tellGrouping({ kind, others, isUndo, by }: GroupingItem, project: string): string {
  const names = others.map((number) => toShortId(project, number)).join(', ');
  const who = by === undefined ? 'Errata ' : '';
  return `${who}${isUndo ? 'undid a change: ' : ''}${GROUPING[kind]} ${names}`;
}

function tell(item: Exclude<HistoryItem, GroupingItem | ReprocessingItem>, zone: string): string {
  if (item.what === 'comment') {
    return item.comment.isDeleted ? 'said something, and deleted it' : 'said';
  }
  const [from, to] =
    item.what === 'state'
      ? [describeState(item.from, zone), describeState(item.to, zone)]
      : [item.from ?? 'nobody', item.to ?? 'nobody'];
  const what = `the ${item.what} from ${from} to ${to}`;
  if (item.isUndo) return `undid a change: set ${what}`;
  if (item.by !== undefined) return `changed ${what}`;
  return `${item.what === 'state' && to === 'regressed' ? 'An event came later and' : 'Errata'} changed ${what}`;
}
