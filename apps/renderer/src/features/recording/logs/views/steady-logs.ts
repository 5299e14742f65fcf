import { useState } from 'react';
import type { LogsProps } from '../logs.dto.ts';

export interface SteadyLogs {
  readonly props: LogsProps;
  /** Logs that came since and are not shown yet. */
  readonly newer: number;
  readonly show: () => void;
}

interface Known {
  readonly latest: LogsProps;
  readonly shown: LogsProps;
}

/** Keeps the rows while `isRefreshing`, so that no row moves while somebody reads. */
export function useSteadyLogs(latest: LogsProps, isRefreshing: boolean): SteadyLogs {
  const [stored, setKnown] = useState<Known>({ latest, shown: latest });
  const known = stored.latest === latest ? stored : follow(stored, latest, isRefreshing);
  if (known !== stored) setKnown(known);
  const { shown } = known;
  const keys = new Set(shown.rows.map(({ key }) => key));
  return {
    props: shown,
    newer: latest.rows.filter(({ key }) => !keys.has(key)).length,
    show: () => setKnown({ latest, shown: latest }),
  };
}

/** A row that is shown gets its current values, such as an issue whose error came after the log. */
function follow({ shown }: Known, latest: LogsProps, isRefreshing: boolean): Known {
  if (!isRefreshing || shown.rows.length === 0) return { latest, shown: latest };
  const byKey = new Map(latest.rows.map((row) => [row.key, row]));
  const rows = shown.rows.map((row) => byKey.get(row.key) ?? row);
  return { latest, shown: { ...shown, nowMs: latest.nowMs, rows } };
}
