import type { ReactNode } from 'react';
import { formatCount } from '../../../../../ui/numbers/format-count.ts';

interface FoldSectionProps {
  readonly id: string;
  readonly title: string;
  /** How much is in it, where that can be counted. */
  readonly count?: number;
  /** Beside the title, quieter. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A part of a page as `Section` is one, but on phones behind its title. Its id is within: a link to it opens it. Where the style
 * cannot open `details` (Safari before 18.4, Firefox before 143), it is behind its title everywhere.
 */
export function FoldSection({ id, title, count, note, children }: FoldSectionProps): ReactNode {
  return (
    <section aria-labelledby={`${id}-title`} className="fold-section">
      <details>
        <summary>
          {title}
          {count !== undefined && <i>{` ${formatCount(count)}`}</i>}
        </summary>
        <div id={id}>
          <div>
            <h2 id={`${id}-title`}>{title}</h2>
            {note !== undefined && <p>{note}</p>}
          </div>
          {children}
        </div>
      </details>
    </section>
  );
}
