import { useState } from 'react';
import type { LogRow, LogsProps } from '../logs.dto.ts';

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

function follow({ shown }: Known, latest: LogsProps, isRefreshing: boolean): Known {
  if (!isRefreshing || shown.rows.length === 0) return { latest, shown: latest };
  return { latest, shown: { ...shown, rows: followRows(shown.rows, latest.rows) } };
}

/**
 * Gives rows that are shown their current values, such as an issue whose error came after the log.
 * Rows, and a list, without a change stay the same objects, so React does not render them again.
 */
export function followRows(shown: readonly LogRow[], latest: readonly LogRow[]): readonly LogRow[] {
  const byKey = new Map(latest.map((row) => [row.key, row]));
  const rows = shown.map((row) => {
    const current = byKey.get(row.key);
    return current && JSON.stringify(current) !== JSON.stringify(row) ? current : row;
  });
  return rows.some((row, index) => row !== shown[index]) ? rows : shown;
}
