export { feedbackItems } from './feedback-items.ts';
