import { to, toShownType } from '#shared';
import type { PropsOf } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { formatExactCount, formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { FindForm } from '../../../../ui/find-form.tsx';
import type { TagsController } from '../tags.controller.ts';
import { Tag } from './tag.tsx';
import { TagValues } from './tag-values.tsx';

type Props = PropsOf<TagsController['show']>;

export function Page({ issue, name, find = '', spread, more }: Props): ReactNode {
  return (
    <div className="max-w-3xl">
      <p className="page-crumb">
        <Link
          href={to('/issues/:id', { id: issue.id })}
          className="inline-flex items-center pointer-coarse:min-h-11"
        >
          {issue.shortId}
        </Link>
        <span className="min-w-0 truncate">
          <bdi translate="no" className="font-semibold">
            {toShownType(issue.type)}
          </bdi>{' '}
          <bdi translate="no">{issue.value}</bdi>
        </span>
      </p>
      <h1 className="pb-2 text-xl wrap-anywhere">{name ?? 'Tags'}</h1>
      {name === undefined ? (
        <AllTags issue={issue} spread={spread} more={more} />
      ) : (
        spread.map((tag) => (
          <div key={tag.name}>
            <p className="pb-3 text-sm text-quiet">
              {`${formatQuantity(tag.events, 'event')} with ${formatQuantity(tag.valueCount, 'value')}. `}
              <Link href={to('/issues/:id/tags', { id: issue.id })}>All tags</Link>
            </p>
            <FindForm
              action={to('/issues/:id/tags', { id: issue.id })}
              hidden={{ name: tag.name }}
              all={to('/issues/:id/tags', { id: issue.id }, { query: { name: tag.name } })}
              label="Find a value"
              find={find}
              isLong={tag.valueCount > tag.values.length}
              isEmpty={tag.values.length === 0}
            />
            <TagValues tag={tag} isFound={find !== ''} />
          </div>
        ))
      )}
    </div>
  );
}

function AllTags({ issue, spread, more }: Props): ReactNode {
  if (spread.length === 0) return <p>No event of this issue was counted by its tags yet.</p>;
  return (
    <>
      {spread.map((tag) => (
        <Tag key={tag.name} issueId={issue.id} tag={tag} />
      ))}
      {more !== undefined && (
        <p className="pt-2 text-sm text-quiet">{`${formatExactCount(more)} more are not shown.`}</p>
      )}
    </>
  );
}
