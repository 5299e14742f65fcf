import { to } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { formatExactCount } from '../../../../ui/numbers/format-count.ts';
import type { IssueTag, TagsPartProps } from '../tags.dto.ts';
import { FoldSection } from '../../../recording/issue-page/views/index.ts';
import { Tag } from './tag.tsx';

/**
 * Each tag shows its most frequent value and folds the next ones. Tags with a single value are
 * listed together, since they have nothing to compare.
 */
export function Part({ issueId, spread, more }: TagsPartProps): ReactNode {
  return (
    <FoldSection id="all-tags" count={spread.length} title="Tags of all events">
      {spread
        .filter((tag) => !hasOneValue(tag))
        .map((tag) => (
          <Tag key={tag.name} issueId={issueId} tag={tag} />
        ))}
      <SameTags tags={spread.filter(hasOneValue)} />
      {more !== undefined && (
        <p className="pt-2 text-sm">
          <Link
            href={to('/issues/:id/tags', { id: issueId })}
          >{`${formatExactCount(more)} more tags`}</Link>
        </p>
      )}
    </FoldSection>
  );
}

function SameTags({ tags }: { readonly tags: readonly IssueTag[] }): ReactNode {
  if (tags.length === 0) return null;
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 border-rule py-1 text-sm [details+&]:border-t">
      <span className="text-xs text-faint">Always the same</span>
      <ul className="contents">
        {tags.map(({ name, values: [value] }) => (
          <li key={name} className="max-w-full min-w-0 wrap-anywhere">
            <span className="text-faint">{name}</span>{' '}
            {value?.href === undefined ? (
              <bdi translate="no">{value?.text}</bdi>
            ) : (
              <Link
                href={value.href}
                className="inline-flex max-w-full items-center pointer-coarse:min-h-11"
              >
                <bdi translate="no" className="min-w-0">
                  {value.text}
                </bdi>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function hasOneValue({ events, values, valueCount }: IssueTag): boolean {
  return valueCount === 1 && values[0]?.events === events;
}
