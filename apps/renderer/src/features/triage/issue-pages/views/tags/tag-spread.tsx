import { to } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../../ui/disclosure.tsx';
import { formatExactCount } from '../../../../../ui/numbers/format-count.ts';
import { Section } from '../../../../../ui/section.tsx';
import type { IssueTag, IssueTags } from '../../tags.dto.ts';
import { TagValues, toPercent } from './tag-values.tsx';

/** How all events of the issue are spread over their tags: the most frequent value of each, and behind it the next ones. */
export function TagSpread({
  issueId,
  tags,
}: {
  readonly issueId: number;
  readonly tags: IssueTags | undefined;
}): ReactNode {
  if (!tags) return null;
  return (
    <Section id="all-tags" title="Tags of all events">
      {tags.spread.map((tag) => (
        <Tag key={tag.name} issueId={issueId} tag={tag} />
      ))}
      {tags.more !== undefined && (
        <p className="pt-2 text-sm">
          <Link
            href={to('/issues/:id/tags', { id: issueId })}
          >{`${formatExactCount(tags.more)} more tags`}</Link>
        </p>
      )}
    </Section>
  );
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
