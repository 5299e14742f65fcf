import { eventLevels } from '#shared';
import type { EventLevel } from '#shared';
import type { ReactElement, ReactNode } from 'react';

/** The mark of each level, made once. Told apart by shape alone, which the style draws. */
export const levelMark = Object.fromEntries(
  eventLevels.map((level) => [
    level,
    <i key={level} role="img" aria-label={level} className={`level level-${level}`} />,
  ]),
) as Readonly<Record<EventLevel, ReactElement>>;

/** What the level is, as a mark one letter wide. */
export function LevelMark({ level }: { readonly level: EventLevel }): ReactNode {
  return levelMark[level];
}
