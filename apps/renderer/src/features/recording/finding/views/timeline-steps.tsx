import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { LevelMark } from '../../../../ui/level-mark.tsx';
import { isLoud, StepFilter, toStepClass } from '../../../../ui/steps/step-filter.tsx';
import { findKind, listKinds } from '../../../../ui/steps/step-kinds.ts';
import { formatIsoTime, toIsoTime } from '../../../../ui/time/format-time.ts';
import type { Timeline, TimelineStep } from '../timeline.dto.ts';

export function Steps({ timeline }: { readonly timeline: Timeline }): ReactNode {
  const { steps, leftOut, clocks } = timeline;
  const kinds = listKinds(steps.map(({ from }) => from));
  return (
    <>
      {clocks.map((sentence) => (
        <p key={sentence} className="pb-2 text-sm text-quiet">
          {sentence}
        </p>
      ))}
      {leftOut > 0 && (
        <p className="pb-2 text-sm text-quiet">
          {formatQuantity(leftOut, 'earlier step')} left out.
        </p>
      )}
      <div className="crumbs">
        <StepFilter kinds={kinds} levels={steps.map(({ level }) => level)} />
        <ol className="text-sm">
          {steps.map((step, index) => (
            // The index serves as key, because two steps may be equal and no step moves.
            <Step key={index} step={step} kind={findKind(kinds, step.from)} />
          ))}
        </ol>
      </div>
    </>
  );
}

function Step({
  step: { atMs, from, kind: what, level, text, href, isAskedFor },
  kind,
}: {
  readonly step: TimelineStep;
  readonly kind: number;
}): ReactNode {
  const iso = toIsoTime(atMs);
  return (
    <li
      className={`${toStepClass(kind, level)} grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 border-b border-rule py-1 sm:grid-cols-[5rem_9rem_5rem_minmax(0,1fr)] ${isAskedFor ? '-ml-2.5 border-l-2 border-l-accent pl-2' : ''}`}
    >
      <time dateTime={iso} title={formatIsoTime(iso)} className="text-xs text-faint">
        {iso?.slice(-13, -5)}
      </time>
      <span className="truncate text-xs text-faint">{from}</span>
      <span className={href === undefined ? 'text-xs text-faint' : 'text-xs text-ink'}>
        {href === undefined && isLoud(level) && <LevelMark level={level} />} {what}
      </span>
      <div className="min-w-0 wrap-anywhere">
        {href === undefined ? (
          <bdi translate="no">{text}</bdi>
        ) : (
          <Link
            href={href}
            prefetch="intent"
            className="inline-flex items-center pointer-coarse:min-h-11"
          >
            <bdi translate="no">{text}</bdi>
          </Link>
        )}
      </div>
    </li>
  );
}
