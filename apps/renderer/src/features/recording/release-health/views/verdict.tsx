import type { ReactNode } from 'react';
import type { ReleaseVerdict } from '#product/recording/release-health/rules';

const WORDS = { worse: 'Worse', better: 'Better', same: 'Same', few: 'Too few' };
const TONES = { worse: 'font-semibold text-accent', better: '', same: '', few: 'text-faint' };

/** Says in one or two words how a release compares. */
export function verdictWordOf({ kind }: ReleaseVerdict): ReactNode {
  return <span className={`whitespace-nowrap ${TONES[kind]}`}>{WORDS[kind]}</span>;
}

/** Formats like `by 1.3 points of crash-free sessions`. Undefined without a clear difference. */
export function formatDifference(verdict: ReleaseVerdict): string | undefined {
  if (verdict.kind !== 'worse' && verdict.kind !== 'better') return undefined;
  const points = Math.max(0.1, verdict.points).toFixed(1).replace(/\.0$/, '');
  return `by ${points} ${points === '1' ? 'point' : 'points'} of ${toSound(verdict)}`;
}

export function VerdictSentence({
  verdict,
  version,
}: {
  readonly verdict: ReleaseVerdict;
  readonly version: string;
}): ReactNode {
  const other = (
    <bdi translate="no" className="font-mono text-sm wrap-anywhere">
      {version}
    </bdi>
  );
  const difference = formatDifference(verdict);
  if (difference !== undefined) {
    return (
      <p className="text-lg">
        {verdictWordOf(verdict)} than {other}
        {` ${difference}.`}
      </p>
    );
  }
  return verdict.kind === 'same' ? (
    <p className="text-lg">
      Same as {other}
      {`: no clear difference in ${toSound(verdict)}.`}
    </p>
  ) : (
    <p className="text-lg text-quiet">
      Too few sessions to compare with {other}
      <span className="text-sm">, which takes 100 of each.</span>
    </p>
  );
}

function toSound({ of }: ReleaseVerdict): string {
  return of === 'crashFree' ? 'crash-free sessions' : 'sessions without unhandled errors';
}
