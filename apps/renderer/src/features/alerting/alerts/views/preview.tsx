import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { Section } from '../../../../ui/section.tsx';
import { describeJudged } from './crash-free-words.ts';
import { describeForecast } from './forecast-words.ts';
import type { PreviewedRule } from '../alerts.dto.ts';

export function Preview({ result }: { readonly result: PreviewedRule }): ReactNode {
  const { sentence, issues, issueCount, looksAtIssues, forecast } = result;
  const more = issueCount - issues.length;
  return (
    <Section id="preview" title="In the last 14 days">
      <div className="grid gap-3 text-sm">
        <p className="wrap-anywhere text-quiet">{sentence}</p>
        <div role="status" className="grid gap-3">
          <p>{describeForecast(forecast)}</p>
          <p>{`${describe(result)} Nothing is saved yet.`}</p>
        </div>
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
            Each issue counts by its type, level and assignee of now. Alerts of one minute share a
            message.
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
  isPartial,
}: Pick<PreviewedRule, 'issueCount' | 'isPartial'>): string {
  if (issueCount === 0) return 'This rule would have looked at no issue.';
  const many = `${isPartial ? 'at least ' : ''}${formatQuantity(issueCount, 'issue')}`;
  return `This rule would have looked at ${many}.`;
}
