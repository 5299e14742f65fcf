import type { EventLevel } from '#shared';
import type { ReactNode } from 'react';
import { formatExactCount } from '../numbers/format-count.ts';
import type { StepKind } from './step-kinds.ts';

/**
 * Only these levels get a mark. Most steps have other levels, and a mark on every step would say
 * nothing.
 */
const LOUD_LEVELS: ReadonlySet<EventLevel> = new Set(['warning', 'error', 'fatal']);

const BOX_CLASS =
  'inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-xs border border-edge px-2 text-xs has-checked:border-ink has-checked:bg-selected pointer-coarse:min-h-11';

export function isLoud(level: EventLevel): boolean {
  return LOUD_LEVELS.has(level);
}

/** Returns the classes by which CSS (`.crumbs`) hides the step. */
export function toStepClass(kind: number, level: EventLevel): string {
  return `crumb crumb-${kind}${isLoud(level) ? '' : ' crumb-quiet'}`;
}

/** CSS (`.crumbs`) hides the other steps, so the boxes work without JavaScript. */
export function StepFilter({
  kinds,
  levels,
}: {
  readonly kinds: readonly StepKind[];
  readonly levels: readonly EventLevel[];
}): ReactNode {
  const loud = levels.filter(isLoud).length;
  const hasBoth = loud > 0 && loud < levels.length;
  if (kinds.length < 2 && !hasBoth) return null;
  return (
    <fieldset className="mb-2 flex flex-wrap gap-2 print:hidden">
      <legend className="sr-only">Show some steps only</legend>
      {hasBoth && (
        <label className={BOX_CLASS}>
          <input type="checkbox" className="crumb-loud" /> Warnings and errors{' '}
          <span className="text-faint tabular-nums">{formatExactCount(loud)}</span>
        </label>
      )}
      {kinds.length > 1 &&
        kinds.map(({ name, count }, index) => (
          <label key={name} className={BOX_CLASS}>
            <input type="checkbox" className={`crumb-kind crumb-kind-${index}`} />
            <bdi translate="no" className="min-w-0 truncate">
              {name}
            </bdi>{' '}
            <span className="text-faint tabular-nums">{formatExactCount(count)}</span>
          </label>
        ))}
    </fieldset>
  );
}
