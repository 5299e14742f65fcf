import { to } from '#shared';
import { Link } from '#client-runtime';
import type { IssueState } from '#shared';
import type { ReactNode } from 'react';
import { sparklineOf } from '../../../../../ui/charts/sparkline.tsx';
import { levelMark } from '../../../../../ui/level-mark.tsx';
import { countOf, usersOf } from '../../../../../ui/numbers/count.tsx';
import { RelativeTime } from '../../../../../ui/time/relative-time.tsx';
import { useNow } from '../../../../../ui/time/now.tsx';
import type { IssueListProps, IssueListRow } from '../../issue-list.dto.ts';
import { describeStateInShort } from '../../../states/views/index.ts';

const END = 7;
const MOST_OF_END = 16;

/** Characters of the monospaced font that fit into the column of places. */
const COLUMN = 26;
const LEAST_CALL = 8;

interface IssueRowProps {
  readonly issue: IssueListRow;
  readonly bars: IssueListProps['bars'];
  readonly query: string;
  readonly isSelectable: boolean;
  /** True when the submitted form had selected this issue. */
  readonly isChosen: boolean;
  /** The state that a pending change leads to, or `gone` for an issue that left the list. */
  readonly pending: string | undefined;
  /** Shown beside the issue's message. */
  readonly parts: ReactNode;
}

const chips = {
  Regressed: <i className="chip chip-regressed">Regressed</i>,
  New: <i className="chip chip-new">New</i>,
  Rising: <i className="chip chip-rising">Rising</i>,
};

const LONG_CALL = 14;

/**
 * The CSS grid removes the table's own roles, so rows and cells state them. They are in objects
 * because a lint rule reports a literal `role` here as redundant.
 */
const rowRole = { role: 'row' };
const cell = { role: 'cell' };

/**
 * Uses plain elements and functions that return elements. A page has a hundred rows, and components
 * for their cells took a third of its rendering time.
 */
export function IssueRow({
  issue,
  bars,
  query,
  isSelectable,
  isChosen,
  pending,
  parts,
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
        {told === undefined ? chip && chips[chip] : <StateCell told={told} />}
        <Link href={href} translate="no" prefetch="intent" className="stretched">
          <b>{issue.type}</b> <bdi>{issue.value}</bdi>
        </Link>
        {parts}
      </td>
      <td role={cell.role} translate="no" className="record-place" title={`${call} ${file}`}>
        {call !== '' && callOf(call, file)}
        {file !== '' && <span className="record-file">{file}</span>}
      </td>
      <td role={cell.role} className="record-who">
        {assignee !== undefined && initialsOf(assignee)}
      </td>
      <td role={cell.role} translate="no" className="record-id" title={issue.project}>
        {issue.shortId}
      </td>
      <td role={cell.role} className="record-count">
        {countOf(issue.events)}
      </td>
      <td role={cell.role} className={users === 1 ? 'record-users record-user' : 'record-users'}>
        {issue.areUsersAtLeast ? ['≥ ', countOf(users)] : usersOf(users)}
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

/** Splits a long call into two parts, so that the middle is cut when there is no room. */
function callOf(call: string, file: string): ReactNode {
  const at = call.length > LONG_CALL ? findCallEnd(call) : 0;
  return (
    <span className={hasRoom(call, file) ? 'record-call' : 'record-call record-tight'}>
      {at > 0 && <span>{call.slice(0, at)}</span>}
      <span>{call.slice(at)}</span>
    </span>
  );
}

function StateCell({ told }: { readonly told: string | IssueState }): ReactNode {
  const nowMs = useNow();
  return (
    <span className="record-standing">
      {typeof told === 'string' ? told : describeStateInShort(told, nowMs)}
    </span>
  );
}

function initialsOf({ name, initials }: NonNullable<IssueListRow['assignee']>): ReactNode {
  const words = `Assigned to ${name}`;
  return (
    <i role="img" aria-label={words} title={words} className="initials">
      {initials}
    </i>
  );
}

/**
 * Returns the index at which the end of a call begins. A narrow row cuts the middle of a call,
 * never its end. The end has `END` to `MOST_OF_END` characters and begins at a separator (`.`,
 * `::`). When no such separator exists, the end has `END` characters.
 */
export function findCallEnd(call: string): number {
  const signs = [...call.matchAll(/[.:_#>-]+/g)].findLast(
    ({ index }) => index >= call.length - MOST_OF_END && index <= call.length - END,
  );
  return signs?.index ?? call.length - END;
}

/** Answers whether the column has room for the file and at least 8 characters of the call. */
export function hasRoom(call: string, file: string): boolean {
  return file === '' || COLUMN - file.length - 1 >= Math.min(call.length, LEAST_CALL);
}
