import type { RunStatus } from '#shared';

export const RUN_WORDS: Readonly<Record<RunStatus, string>> = {
  in_progress: 'in progress',
  ok: 'ok',
  error: 'failed',
  missed: 'missed',
  timeout: 'timed out',
  unknown: 'not known',
};

export function isFailure(status: RunStatus): boolean {
  return status === 'error' || status === 'missed' || status === 'timeout';
}
