export { feedback } from './store/feedback/index.ts';
export { attachments } from './store/index.ts';
export { adoptOwned } from './store/about-events.ts';
export { AttachmentStore } from './store/attachment.store.ts';
export type { Attachment } from './store/attachment.store.ts';
export { FeedbackStore } from './store/feedback/feedback.store.ts';
export type {
  FeedbackPosition,
  ListedFeedback,
  UserFeedback,
} from './store/feedback/feedback.types.ts';
export { ownsFiles } from './store/owning-feedback.ts';
export {
  findUnrecorded,
  removeSomeUnrecorded,
  removeSomeOf,
  uncount,
} from './store/remove-attachments.ts';
