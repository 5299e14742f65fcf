import type { ReactNode } from 'react';
import { formatCount } from '../../../../ui/numbers/format-count.ts';
import { shorten } from './shorten.ts';

const PREVIEW_LENGTH = 120;

interface FoldSectionProps {
  readonly id: string;
  readonly title: string;
  readonly count?: number;
  readonly note?: ReactNode;
  /** Says in one line what the section is about, while the section is folded. */
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
          {preview && (
            <>
              {' '}
              <bdi translate="no">{shorten(preview, PREVIEW_LENGTH)}</bdi>
            </>
          )}
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
