import type { ReactNode } from 'react';
import {
  GridBody,
  GridHead,
  GridHeadCell,
  GridRow,
  GridTable,
} from '../../../../../ui/grid-table.tsx';
import { usePending, useSubmission } from '#client-runtime';
import { Hydrate } from '#client-runtime/hydrate';
import { usePartsAt } from '#client-runtime/parts';
import type { IssueListProps } from '../../issue-list.dto.ts';
import type { TriageAction } from '../../../states/views/index.ts';
import { certainWords } from '../../../states/views/index.ts';
import { IssueRow } from './issue-row.tsx';
import { SelectAll } from '../issue-list.waiting.tsx';

export function IssueTable({
  issues,
  bars,
  rowQuery,
  gone,
  labelledBy,
  isSelectable,
}: Pick<IssueListProps, 'issues' | 'bars' | 'rowQuery'> & {
  readonly gone: ReadonlySet<number>;
  readonly labelledBy: string;
  readonly isSelectable: boolean;
}): ReactNode {
  const pending = toPending(usePending<TriageAction>('triage'));
  const partsOf = usePartsAt('row');
  const chosen = new Set([useSubmission<TriageAction>('triage').fields.issue ?? []].flat());
  return (
    <GridTable
      aria-labelledby={labelledBy}
      className={isSelectable ? 'records records-select' : 'records'}
    >
      <GridHead>
        <GridRow className="records-head">
          <HeadCell>
            {isSelectable && (
              <Hydrate when="idle" of={[]} className="contents">
                <SelectAll />
              </Hydrate>
            )}
            <span className="sr-only">Level</span>
          </HeadCell>
          <HeadCell>Issue</HeadCell>
          <HeadCell>Place</HeadCell>
          <HeadCell>
            <span className="sr-only">Assignee</span>
          </HeadCell>
          <GridHeadCell className="record-id">ID</GridHeadCell>
          <HeadCell numeric>Events</HeadCell>
          <HeadCell numeric>Users</HeadCell>
          <HeadCell numeric>Last seen</HeadCell>
          <HeadCell numeric>{bars.head}</HeadCell>
        </GridRow>
      </GridHead>
      <GridBody>
        {issues.map((issue) => (
          <IssueRow
            key={issue.id}
            issue={issue}
            bars={bars}
            query={rowQuery}
            parts={partsOf(issue.id)}
            isSelectable={isSelectable}
            isChosen={chosen.has(String(issue.id))}
            pending={pending.get(String(issue.id)) ?? (gone.has(issue.id) ? 'gone' : undefined)}
          />
        ))}
      </GridBody>
    </GridTable>
  );
}

function HeadCell({
  numeric = false,
  children,
}: {
  readonly numeric?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return <GridHeadCell className={numeric ? 'numeric' : undefined}>{children}</GridHeadCell>;
}

type Pending = ReturnType<typeof usePending<TriageAction>>;

function toPending(submissions: Pending): ReadonlyMap<string, string> {
  return new Map(
    submissions.flatMap(({ issue = [], change }) => {
      const words = certainWords.get(String(change));
      return words === undefined ? [] : [issue].flat().map((id) => [id, words] as const);
    }),
  );
}
