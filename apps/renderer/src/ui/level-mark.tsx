import { eventLevels } from '#shared';
import type { EventLevel } from '#shared';
import type { ReactElement, ReactNode } from 'react';

/**
 * Each mark is created only once, because lists have hundreds of marks. The CSS gives each level
 * its own shape.
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
