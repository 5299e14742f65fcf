export { feedback, FeedbackStore } from './store/feedback.store.ts';
export type {
  FeedbackChange,
  FeedbackPosition,
  ListedFeedback,
  UserFeedback,
} from './store/feedback.store.ts';
