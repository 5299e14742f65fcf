export { toFeedbackAnswer } from './api/feedback-answer.ts';
export { FeedbackModule } from './feedback.module.ts';
