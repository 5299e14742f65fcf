import type { Capability } from '#persistence/stores';
import { AttachmentStore } from './attachment.store.ts';
import { keepAttachments } from './keep-attachments.ts';
import { createAttachments } from './migrations/0010-create-attachments.ts';
import { tables } from './attachment.tables.ts';

export const attachments = {
  tables,
  migrations: [createAttachments],
  stores: {
    attachments: {
      port: AttachmentStore,
      open: (database, { fileOwners }) => new AttachmentStore(database, fileOwners),
    },
  },
  fileOwners: [],
  recording: [keepAttachments],
} as const satisfies Capability;
