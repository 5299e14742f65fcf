export { feedback } from './store/index.ts';
export { FeedbackStore } from './store/feedback.store.ts';
export type {
  FeedbackChange,
  FeedbackPosition,
  ListedFeedback,
  UserFeedback,
} from './store/feedback.types.ts';
