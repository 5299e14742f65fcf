import type { KeyDsn } from '../../../projects/projects/index.ts';

export function toKeyAnswer(
  projectId: number,
  { publicKey, dsn, isEnabled, reportsPerMinute, label = publicKey.slice(0, 8) }: KeyDsn,
): object {
  return {
    id: publicKey,
    name: label,
    label,
    public: publicKey,
    projectId,
    isActive: isEnabled,
    rateLimit: reportsPerMinute === undefined ? null : { count: reportsPerMinute, window: 60 },
    dsn: { public: dsn },
    dateCreated: null,
  };
}
