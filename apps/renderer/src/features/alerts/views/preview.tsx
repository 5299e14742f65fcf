import type { ReactNode } from 'react';
import { formatQuantity } from '../../../ui/numbers/format-count.ts';
import { Section } from '../../../ui/section.tsx';
import type { PreviewedRule } from '../alerts.dto.ts';

/** How often the rule of the form would have fired. */
export function Preview({ result }: { readonly result: PreviewedRule }): ReactNode {
  const { fired, issueCount, issues, notes } = result;
  return (
    <Section id="preview" title="What this rule would have done">
      <div className="grid gap-3 text-sm">
        <p role="status">
          {fired === 0
            ? 'In the last 14 days it would not have fired.'
            : `In the last 14 days it would have fired ${formatQuantity(fired, 'time')}, for ${formatQuantity(issueCount, 'issue')}.`}
          {' Nothing is saved yet.'}
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
