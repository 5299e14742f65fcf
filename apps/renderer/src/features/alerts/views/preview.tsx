import type { ReactNode } from 'react';
import { formatQuantity } from '../../../ui/numbers/format-count.ts';
import { Section } from '../../../ui/section.tsx';
import type { PreviewedRule } from '../alerts.dto.ts';

/** How often the rule of the form would have fired. */
export function Preview({ result }: { readonly result: PreviewedRule }): ReactNode {
  const { issues, notes } = result;
  return (
    <Section id="preview" title="What this rule would have done">
      <div className="grid gap-3 text-sm">
        <p role="status">
          {`In the last 14 days it would ${describe(result)}. Nothing is saved yet.`}
        </p>
        {issues.length > 0 && (
          <ul>
            {issues.map(({ href, shortId, title, times }) => (
              <li key={href} className="border-t border-rule py-1.5 wrap-anywhere first:border-t-0">
                <a href={href}>
                  {shortId} {title}
                </a>
                {times > 1 && <span className="text-quiet">{` × ${times}`}</span>}
              </li>
            ))}
          </ul>
        )}
        {notes.map((note) => (
          <p key={note} className="text-xs text-faint">
            {note}
          </p>
        ))}
      </div>
    </Section>
  );
}

function describe({ fired, ofProject, issueCount }: PreviewedRule): string {
  if (fired === 0) return 'not have fired';
  const ofIssues = fired - ofProject;
  const parts = [
    ...(ofIssues > 0
      ? [`${formatQuantity(ofIssues, 'time')} for ${formatQuantity(issueCount, 'issue')}`]
      : []),
    ...(ofProject > 0 ? [`${formatQuantity(ofProject, 'time')} for the whole project`] : []),
  ];
  return `have fired ${parts.join(' and ')}`;
}
