import { eventLevels } from '#shared';
import type { EventLevel } from '#shared';
import type { ReactElement, ReactNode } from 'react';

/**
 * The mark of each level, created once because lists have hundreds of them. The marks differ by
 * shape, which the CSS draws.
 */
export const levelMark = Object.fromEntries(
  eventLevels.map((level) => [
    level,
    <i key={level} role="img" aria-label={level} className={`level level-${level}`} />,
  ]),
) as Readonly<Record<EventLevel, ReactElement>>;

export function LevelMark({ level }: { readonly level: EventLevel }): ReactNode {
  return levelMark[level];
}
