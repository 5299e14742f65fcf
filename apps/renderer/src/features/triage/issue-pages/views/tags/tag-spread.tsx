import { to } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../../ui/disclosure.tsx';
import { formatExactCount } from '../../../../../ui/numbers/format-count.ts';
import type { IssueTag, IssueTags } from '../../tags.dto.ts';
import { FoldSection } from '../../../../recording/issue-page/views/index.ts';
import { TagBar, TagValues, toPercent } from './tag-values.tsx';

/**
 * Each tag shows its most frequent value and folds the next ones. Tags with a single value are
 * listed together, since they have nothing to compare.
 */
export function TagSpread({
  issueId,
  tags,
}: {
  readonly issueId: number;
  readonly tags: IssueTags | undefined;
}): ReactNode {
  if (!tags) return null;
  return (
    <FoldSection id="all-tags" count={tags.spread.length} title="Tags of all events">
      {tags.spread
        .filter((tag) => !hasOneValue(tag))
        .map((tag) => (
          <Tag key={tag.name} issueId={issueId} tag={tag} />
        ))}
      <SameTags tags={tags.spread.filter(hasOneValue)} />
      {tags.more !== undefined && (
        <p className="pt-2 text-sm">
          <Link
            href={to('/issues/:id/tags', { id: issueId })}
          >{`${formatExactCount(tags.more)} more tags`}</Link>
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
              <bdi>{value?.text}</bdi>
            ) : (
              <Link
                href={value.href}
                className="inline-flex max-w-full items-center pointer-coarse:min-h-11"
              >
                <bdi className="min-w-0">{value.text}</bdi>
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

export function Tag({
  issueId,
  tag,
}: {
  readonly issueId: number;
  readonly tag: IssueTag;
}): ReactNode {
  const { name, events, values, valueCount } = tag;
  const [top] = values;
  return (
    <Disclosure
      className="border-t border-rule text-sm first-of-type:border-t-0"
      summary={
        <>
          <span className="flex items-baseline gap-3">
            <span className="min-w-0 wrap-anywhere text-faint">{name}</span>
            {top && (
              <>
                <bdi className="min-w-0 flex-1 truncate text-end">{top.text}</bdi>
                <span className="text-xs whitespace-nowrap text-quiet tabular-nums">
                  {toPercent(top.events, events)}
                </span>
              </>
            )}
          </span>
          {top && <TagBar having={top.events} of={events} />}
        </>
      }
    >
      <div className="pb-2 pl-4">
        <TagValues tag={tag} />
        {valueCount > values.length && (
          <p className="pt-1">
            <Link
              href={to('/issues/:id/tags', { id: issueId }, { query: { name } })}
              className="inline-flex items-center pointer-coarse:min-h-11"
            >
              {`All ${formatExactCount(valueCount)} values`}
            </Link>
          </p>
        )}
      </div>
    </Disclosure>
  );
}
