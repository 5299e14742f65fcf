import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { sparklineOf } from '../../../../ui/charts/sparkline.tsx';
import { levelMark } from '../../../../ui/level-mark.tsx';
import { countOf } from '../../../../ui/numbers/count.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import { useNow } from '../../../../ui/time/now.tsx';
import type { IssueListProps, IssueListRow } from '../../issues.dto.ts';
import { describeStateInShort } from '../triage/state-words.ts';

interface IssueRowProps {
  readonly issue: IssueListRow;
  readonly bars: IssueListProps['bars'];
  /** What the address of its page says of the filter. */
  readonly query: string;
  readonly isSelectable: boolean;
  /** It was when the form came back. */
  readonly isChosen: boolean;
  /** What it is going to be, in a word. */
  readonly pending: string | undefined;
}

/** Made once: React need not make what never changes for each row. */
const words = {
  event: <i> event</i>,
  events: <i> events</i>,
  user: <i> user</i>,
  users: <i> users</i>,
};

/** By name, because the lint takes them for redundant; the grid took their meaning away. */
const rowRole = { role: 'row' };
const cell = { role: 'cell' };

/**
 * Elements and class names, and functions that give elements: a page has a hundred of these rows, and
 * components between them and their cells were a third of its rendering.
 */
export function IssueRow({
  issue,
  bars,
  query,
  isSelectable,
  isChosen,
  pending,
}: IssueRowProps): ReactNode {
  const { events, users } = issue;
  const href = `/issues/${issue.id}${query === '' ? '' : `?${query}`}`;
  return (
    <tr role={rowRole.role} className={pending === undefined ? 'record' : 'record record-pending'}>
      {isSelectable && (
        <td role={cell.role} className="record-check">
          <label className="check">
            <input
              type="checkbox"
              name="issue"
              value={issue.id}
              defaultChecked={isChosen}
              aria-label={issue.shortId}
            />
          </label>
        </td>
      )}
      <td role={cell.role} className="record-name">
        {levelMark[issue.level]}
        <Link href={href} prefetch="intent" className="stretched">
          <b>{issue.type}</b> <bdi>{issue.value}</bdi>
        </Link>
      </td>
      <td role={cell.role} className="record-place" title={issue.place}>
        {(pending ?? issue.state ?? issue.assignee) !== undefined && (
          <Standing issue={issue} pending={pending} />
        )}
        <span className="record-call">
          <bdi>{issue.place}</bdi>
        </span>
      </td>
      <td role={cell.role} className="record-id" title={issue.project}>
        {issue.shortId}
      </td>
      <td role={cell.role} className="record-count">
        {countOf(events)}
        {events === 1 ? words.event : words.events}
      </td>
      <td role={cell.role} className="record-count">
        {issue.areUsersAtLeast && '≥ '}
        {countOf(users)}
        {users === 1 ? words.user : words.users}
      </td>
      <td role={cell.role} className="record-seen">
        <RelativeTime atMs={issue.lastSeenMs} />
      </td>
      <td role={cell.role} className="record-bars">
        {sparklineOf({ values: issue.bars, ...bars })}
      </td>
    </tr>
  );
}

/** What few rows have to say: a state of its own, and whose it is. */
function Standing({
  issue: { state, assignee },
  pending,
}: Pick<IssueRowProps, 'issue' | 'pending'>): ReactNode {
  const nowMs = useNow();
  const told = pending ?? (state && describeStateInShort(state, nowMs));
  const isRegressed = pending === undefined && state?.status === 'unresolved';
  return (
    <span className="record-standing">
      {told !== undefined && (
        <span className={isRegressed ? 'text-accent' : undefined}>{told}</span>
      )}
      {assignee !== undefined && (
        <span title={`Assigned to ${assignee}`}>{`@${assignee.replace(/@.*/s, '')}`}</span>
      )}
    </span>
  );
}
