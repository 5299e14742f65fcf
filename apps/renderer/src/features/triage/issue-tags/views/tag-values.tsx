import { Link } from '#client-runtime';
import { formatPercent } from '#shared';
import type { ReactNode } from 'react';
import { countOf } from '../../../../ui/numbers/count.tsx';
import type { IssueTag } from '../tags.dto.ts';

interface TagValuesProps {
  readonly tag: IssueTag;
  /** True when the values are only those that somebody searched for. */
  readonly isFound?: boolean;
}

export function TagValues({ tag, isFound = false }: TagValuesProps): ReactNode {
  const { events, values, others } = tag;
  const shown = values.reduce((sum, value) => sum + value.events, others);
  return (
    <ul className="tag-values text-sm">
      {values.map(({ text, events: having, href }) => (
        <TagLine key={text} having={having} of={events}>
          {href === undefined ? (
            <bdi translate="no">{text}</bdi>
          ) : (
            <Link href={href}>
              <bdi translate="no">{text}</bdi>
            </Link>
          )}
        </TagLine>
      ))}
      {!isFound && events > shown && (
        <TagLine having={events - shown} of={events}>
          <i>less frequent values</i>
        </TagLine>
      )}
      {!isFound && others > 0 && (
        <TagLine having={others} of={events}>
          <i>values that are not counted one by one</i>
        </TagLine>
      )}
    </ul>
  );
}

interface TagLineProps {
  readonly having: number;
  readonly of: number;
  readonly children: ReactNode;
}

/**
 * A page may have a thousand of these lines, so the styles are in `components.css` instead of class
 * names.
 */
function TagLine({ having, of, children }: TagLineProps): ReactNode {
  return (
    <li>
      {children}
      <span>
        {countOf(having)}
        {` · ${formatPercent(having, of)}`}
      </span>
      <TagBar having={having} of={of} />
    </li>
  );
}

export function TagBar({ having, of }: Omit<TagLineProps, 'children'>): ReactNode {
  return (
    <svg aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none" className="tag-bar">
      <rect width={Math.round((100 * having) / of)} height="1" />
    </svg>
  );
}
