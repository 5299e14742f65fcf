import { Form, Link, useNavigation, useSubmission } from '#client-runtime';
import { toShortId } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { SubmissionNote } from '../../../../ui/forms/submission-note.tsx';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { GroupItem, GroupsProps, UnmergeAction } from '../merging.dto.ts';
import { toSamePage } from '../../../recording/issue-page/views/index.ts';
import { groupingId } from './grouping-id.ts';

const PAGING = { part: groupingId, name: 'groups' };

export function IssueGroups({
  groups,
  project,
  canUnmerge,
}: {
  readonly groups: GroupsProps;
  readonly project: string;
  readonly canUnmerge: boolean;
}): ReactNode {
  const { errors, fields } = useSubmission<UnmergeAction>('unmerge');
  const chosen = new Set([fields.group ?? []].flat());
  const list = (
    <ul className="grid">
      {groups.items.map((group) => (
        <Group
          key={group.id}
          group={group}
          project={project}
          canUnmerge={canUnmerge}
          isChosen={chosen.has(String(group.id))}
        />
      ))}
    </ul>
  );
  return (
    <>
      {canUnmerge ? (
        <Form action="unmerge" className="grid gap-2">
          {list}
          <FieldErrors id="unmerge-errors" errors={errors.group ?? []} />
          <p className="flex flex-wrap items-center gap-4 print:hidden">
            <Button>Unmerge</Button>
            <span className="text-xs text-faint">
              Each chosen group returns to the issue that it came from. A group that came from none
              becomes a new issue.
            </span>
            <SubmissionNote action="unmerge" />
          </p>
        </Form>
      ) : (
        list
      )}
      <GroupPages {...groups} />
    </>
  );
}

interface GroupProps {
  readonly group: GroupItem;
  readonly project: string;
  readonly canUnmerge: boolean;
  readonly isChosen: boolean;
}

function Group({ group, project, canUnmerge, isChosen }: GroupProps): ReactNode {
  const { id, type, value, place, events, lastSeenMs, from } = group;
  const told = (
    <span className="min-w-0 wrap-anywhere">
      <bdi translate="no" className="font-semibold">
        {type}
      </bdi>{' '}
      <bdi translate="no" className="text-quiet">
        {value}
      </bdi>
      <span className="block text-xs text-faint">
        {place !== '' && (
          <bdi translate="no" className="font-mono">
            {place}
          </bdi>
        )}
        {`${place === '' ? '' : ' · '}${formatQuantity(events, 'event')} · last seen `}
        <RelativeTime atMs={lastSeenMs} />
        {from !== undefined && ` · from ${toShortId(project, from)}`}
      </span>
    </span>
  );
  return (
    <li className="border-t border-rule py-2 text-sm first:border-t-0">
      {canUnmerge ? (
        <label className="flex items-start gap-3 pointer-coarse:min-h-11">
          <span className="check">
            <input type="checkbox" name="group" value={id} defaultChecked={isChosen} />
          </span>
          {told}
        </label>
      ) : (
        told
      )}
    </li>
  );
}

function GroupPages({ next, isFirstPage }: GroupsProps): ReactNode {
  const { address } = useNavigation();
  if (next === undefined && isFirstPage) return null;
  const link = 'inline-flex items-center pointer-coarse:min-h-11';
  return (
    <nav aria-label="Pages of groups" className="flex gap-6 py-2 text-sm print:hidden">
      {!isFirstPage && (
        <Link href={toSamePage(address, PAGING)} prefetch="intent" className={link}>
          Groups with most events
        </Link>
      )}
      {next !== undefined && (
        <Link
          href={toSamePage(address, { ...PAGING, value: next })}
          prefetch="intent"
          className={link}
        >
          More groups
        </Link>
      )}
    </nav>
  );
}
