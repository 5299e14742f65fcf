import type { ReactNode } from 'react';
import {
  GridBody,
  GridHead,
  GridHeadCell,
  GridRow,
  GridTable,
} from '../../../../ui/grid-table.tsx';
import type { IssueListRow } from '../../issues.dto.ts';
import { IssueRow } from './issue-row.tsx';

/** A table on wide screens, blocks of three lines on narrow ones. */
export function IssueTable({
  issues,
  labelledBy,
}: {
  readonly issues: readonly IssueListRow[];
  readonly labelledBy: string;
}): ReactNode {
  return (
    <GridTable aria-labelledby={labelledBy} className="-mx-2 block border-b border-rule">
      <GridHead className="sr-only wide:not-sr-only wide:block">
        <GridRow className="records-head">
          <HeadCell>Issue</HeadCell>
          <HeadCell>Place</HeadCell>
          <HeadCell>ID</HeadCell>
          <HeadCell numeric>Events</HeadCell>
          <HeadCell numeric>Users</HeadCell>
          <HeadCell numeric>Last seen</HeadCell>
          <HeadCell numeric>24 hours</HeadCell>
        </GridRow>
      </GridHead>
      <GridBody className="block">
        {issues.map((issue) => (
          <IssueRow key={issue.id} issue={issue} />
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
