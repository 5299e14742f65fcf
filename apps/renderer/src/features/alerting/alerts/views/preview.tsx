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
            Each issue counts by its state, type, level and assignee of now. An alert comes only
            when one of them does what the rule says.
          </p>
        )}
      </div>
    </Section>
  );
}

function describe({ looksAtIssues, crashFree, judged, ...found }: PreviewedRule): string {
  const { issueCount, isPartial } = found;
  const many = `${isPartial ? 'At least ' : ''}${formatQuantity(issueCount, 'issue')}`;
  return [
    ...(looksAtIssues ? [`${issueCount === 0 ? 'No issue' : many} matched.`] : []),
    ...(crashFree ? [describeJudged(crashFree, judged)] : []),
  ].join(' ');
}
