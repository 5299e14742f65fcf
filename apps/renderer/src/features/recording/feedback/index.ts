export { feedbackSchema } from './api/feedback-schema.ts';
export { toFeedbackAnswer } from './api/feedback-answer.ts';
export { FeedbackModule } from './feedback.module.ts';
