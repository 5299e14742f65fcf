import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { Section } from '../../../../ui/section.tsx';
import { describeJudged } from './crash-free-words.ts';
import type { PreviewedRule } from '../alerts.dto.ts';

export function Preview({ result }: { readonly result: PreviewedRule }): ReactNode {
  const { sentence, issues, issueCount, looksAtIssues } = result;
  const more = issueCount - issues.length;
  return (
    <Section id="preview" title="In the last 14 days">
      <div className="grid gap-3 text-sm">
        <p className="wrap-anywhere text-quiet">{sentence}</p>
        <p role="status">{`${describe(result)} Nothing is saved yet.`}</p>
        {issues.length > 0 && (
          <ul>
            {issues.map(({ href, shortId, title }) => (
              <li key={href} className="border-t border-rule py-1.5 wrap-anywhere first:border-t-0">
                <Link href={href}>
                  {shortId} {title}
                </Link>
              </li>
            ))}
            {more > 0 && <li className="border-t border-rule py-1.5">{`and ${more} more`}</li>}
          </ul>
        )}
        {looksAtIssues && (
          <p className="text-xs text-faint">
            Each issue is judged as it is now, by the environments of its newest events: how often
            it would have been told is not known.
          </p>
        )}
      </div>
    </Section>
  );
}

function describe({ looksAtIssues, crashFree, judged, ...found }: PreviewedRule): string {
  return [
    ...(looksAtIssues ? [describeIssues(found)] : []),
    ...(crashFree ? [describeJudged(crashFree, judged)] : []),
  ].join(' ');
}

function describeIssues({
  issueCount,
  newCount,
  isPartial,
}: Pick<PreviewedRule, 'issueCount' | 'newCount' | 'isPartial'>): string {
  if (issueCount === 0) return 'This rule would have looked at no issue.';
  const many = `${isPartial ? 'at least ' : ''}${formatQuantity(issueCount, 'issue')}`;
  const areNew = newCount === 0 ? '' : `, ${newCount} of them new`;
  return `This rule would have looked at ${many}${areNew}.`;
}
