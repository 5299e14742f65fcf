import { type Capability, storeOf } from '../../capability.ts';
import { AttachmentStore } from './attachment.store.ts';
import { keepAttachments } from './keep-attachments.ts';
import { KyselyAttachmentStore } from './kysely-attachment.store.ts';
import { attachments as createAttachments } from './migrations/0010-attachments.ts';
import { belongings } from './migrations/0012-belongings.ts';
import { awaitingFiles } from './migrations/0015-awaiting-files.ts';
import { packedAttachments } from './migrations/0018-packed-attachments.ts';
import { tables } from './attachment.tables.ts';

/** Files that came with events and with feedback. */
export const attachments = {
  tables,
  migrations: [createAttachments, belongings, awaitingFiles, packedAttachments],
  stores: { attachments: storeOf(AttachmentStore, KyselyAttachmentStore) },
  recording: [keepAttachments],
} as const satisfies Capability;
