import type { Transaction } from 'kysely';
import type { Schema } from '../../schema.ts';

/** What a capability adds to a project in the transaction that makes it. */
export type NewProjectStep = (transaction: Transaction<Schema>, projectId: number) => Promise<void>;
