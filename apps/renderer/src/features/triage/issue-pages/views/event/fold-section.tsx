import type { ReactNode } from 'react';
import { formatCount } from '../../../../../ui/numbers/format-count.ts';

/** More characters than a phone shows in one line. */
const PREVIEW_LENGTH = 60;

interface FoldSectionProps {
  readonly id: string;
  readonly title: string;
  readonly count?: number;
  readonly note?: ReactNode;
  /** Shown beside the title while the section is folded: the first words of its content. */
  readonly preview?: string | undefined;
  readonly children: ReactNode;
}

/**
 * A `Section` that is folded behind its title on phones. The id is on an inner element, so a link
 * to it opens the section. In browsers in which CSS cannot open `details` (Safari before 18.4,
 * Firefox before 143), the section is folded at every width.
 */
export function FoldSection({
  id,
  title,
  count,
  note,
  preview,
  children,
}: FoldSectionProps): ReactNode {
  return (
    <section aria-labelledby={`${id}-title`} className="fold-section">
      <details>
        <summary>
          {title}
          {count !== undefined && <i>{` ${formatCount(count)}`}</i>}
          {preview && <bdi>{preview.slice(0, PREVIEW_LENGTH)}</bdi>}
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
