import type { ReactNode } from 'react';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { Section } from '../../../../ui/section.tsx';
import type { PreviewedRule } from '../alerts.dto.ts';

/** The issues that the rule of the form looks at. */
export function Preview({ result }: { readonly result: PreviewedRule }): ReactNode {
  const { issues, issueCount } = result;
  const more = issueCount - issues.length;
  return (
    <Section id="preview" title="What this rule looks at">
      <div className="grid gap-3 text-sm">
        <p role="status">{`${describe(result)} Nothing is saved yet.`}</p>
        {issues.length > 0 && (
          <ul>
            {issues.map(({ href, shortId, title }) => (
              <li key={href} className="border-t border-rule py-1.5 wrap-anywhere first:border-t-0">
                <a href={href}>
                  {shortId} {title}
                </a>
              </li>
            ))}
            {more > 0 && <li className="border-t border-rule py-1.5">{`and ${more} more`}</li>}
          </ul>
        )}
        <p className="text-xs text-faint">
          This list does not tell how often the rule would fire. It judges each issue as it is now,
          by the environments of its newest events.
        </p>
      </div>
    </Section>
  );
}

function describe({ issueCount, newCount, isPartial }: PreviewedRule): string {
  if (issueCount === 0) return 'No issue of the last 14 days matches this rule.';
  const many = `${isPartial ? 'At least ' : ''}${formatQuantity(issueCount, 'issue')}`;
  const matches = issueCount === 1 ? 'matches' : 'match';
  const areNew = newCount === 0 ? '' : ` (${newCount} new)`;
  return `${many} of the last 14 days ${matches} this rule${areNew}.`;
}
