export { attachments, AttachmentStore, selectKept } from './store/attachment.store.ts';
export type { Attachment } from './store/attachment.store.ts';
export { dropFiles, isOfEvent, isOwned, listIds } from './store/file-owner.ts';
export type { FileOwner, OverdueStep } from './store/file-owner.ts';
export {
  findUnrecorded,
  removeSomeUnrecorded,
  removeSomeOf,
  uncount,
} from './store/remove-attachments.ts';
