import { formatPercent, to } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { formatExactCount } from '../../../../ui/numbers/format-count.ts';
import type { IssueTag } from '../tags.dto.ts';
import { TagBar, TagValues } from './tag-values.tsx';

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
                <bdi translate="no" className="min-w-0 flex-1 truncate text-end">
                  {top.text}
                </bdi>
                <span className="text-xs whitespace-nowrap text-quiet tabular-nums">
                  {formatPercent(top.events, events)}
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
