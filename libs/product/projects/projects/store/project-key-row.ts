import { randomBytes } from 'node:crypto';
import type { KeyScope } from '#shared';
import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { toRate } from './project-row.ts';
import type { ProjectKey } from './project.types.ts';

const KEY_BYTES = 16;

export function createPublicKey(): string {
  return randomBytes(KEY_BYTES).toString('hex');
}

export const KEY_COLUMNS = [
  'public_key',
  'project_id',
  'enabled',
  'reports_per_minute',
  'scope',
  'label',
] as const;

interface KeyRow {
  readonly public_key: string;
  readonly project_id: number;
  readonly enabled: number;
  readonly reports_per_minute: number | null;
  readonly scope: KeyScope | null;
  readonly label: string | null;
}

export function toProjectKey(row: KeyRow): ProjectKey {
  const { public_key, project_id, enabled, reports_per_minute, scope, label } = row;
  return {
    publicKey: public_key,
    projectId: project_id,
    enabled: enabled === 1,
    ...toRate(reports_per_minute),
    ...(scope === null ? {} : { scope }),
    ...(label === null ? {} : { label }),
  };
}

export async function insertKey(
  transaction: Transaction<Schema>,
  key: Pick<ProjectKey, 'publicKey' | 'projectId' | 'scope' | 'label'> & { nowMs: number },
): Promise<void> {
  await transaction
    .insertInto('project_keys')
    .values({
      public_key: key.publicKey,
      project_id: key.projectId,
      created_at: key.nowMs,
      scope: key.scope,
      label: key.label || undefined,
    })
    .execute();
}
