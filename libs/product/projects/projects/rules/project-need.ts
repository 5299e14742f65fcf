/**
 * How much a sign asks for somebody, from its mildest to its worst case. The ranges overlap: a
 * release that is far worse comes before a job that did not run once.
 */
const WEIGHTS = {
  /** Reports are refused, or their storage is full. */
  lost: [60, 100],
  /** A job failed, or did not run. */
  stopped: [75, 90],
  /** The newest release is worse than the one before. */
  worse: [45, 88],
  /** Something happens again that people took for solved. */
  returned: [25, 92],
  /** Something came back on an earlier day, and nobody has handled it. */
  standing: [12, 70],
  /** Many times more events than at any time of the week before. */
  burst: [40, 80],
  /** Alerts reach nobody. */
  unheard: [35, 35],
  /** Something is new, beyond what the days before brought. */
  new: [8, 92],
  /** Something is as on every day. */
  usual: [2, 7],
  /** Nothing has come yet, and nobody waits for it. */
  waiting: [0, 0],
} as const;

/** Everything else together never outweighs something much worse. */
const MOST_OF_REST = 9;
const SHARE_OF_REST = 0.1;

export interface Sign {
  readonly kind: keyof typeof WEIGHTS;
  /** From 0, the mildest case of its kind, to 1. */
  readonly size: number;
}

export interface Need<Each extends Sign> {
  /** 0 without any sign. */
  readonly weight: number;
  /** The worst first. */
  readonly signs: readonly Each[];
}

/** Says how much a project needs somebody: as its worst sign does, and a little more by the rest. */
export function toNeed<Each extends Sign>(signs: readonly Each[]): Need<Each> {
  const sorted = signs.toSorted((one, other) => weigh(other) - weigh(one));
  const [worst = 0, ...rest] = sorted.map(weigh);
  const more = SHARE_OF_REST * rest.reduce((sum, weight) => sum + weight, 0);
  return { weight: worst + Math.min(MOST_OF_REST, more), signs: sorted };
}

function weigh({ kind, size }: Sign): number {
  const [mildest, worst] = WEIGHTS[kind];
  return mildest + (worst - mildest) * Math.min(1, Math.max(0, size));
}

/**
 * Returns where a value above 0 stands between the mildest and the worst case, by its order of
 * magnitude: `toSize(10, 1, 100)` is 0.5.
 */
export function toSize(value: number, mildest: number, worst: number): number {
  const size = Math.log(value / mildest) / Math.log(worst / mildest);
  return Math.min(1, Math.max(0, size));
}
