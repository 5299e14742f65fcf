import { type Capability, storeOf } from '#persistence/stores';
import { feedbackErasing } from './erase-feedback.ts';
import { feedbackFiles } from './feedback-files.ts';
import { FeedbackStore } from './feedback.store.ts';
import { insertFeedback } from './insert-feedback.ts';
import { createFeedback } from './migrations/0012-create-feedback.ts';
import { listFeedbackWithoutEvent } from './migrations/0038-list-feedback-without-event.ts';
import { workThroughFeedback } from './migrations/0060-work-through-feedback.ts';
import { removeFeedbackOfProject } from './remove-feedback.ts';
import { tables } from './feedback.tables.ts';

export const feedback = {
  tables,
  migrations: [createFeedback, listFeedbackWithoutEvent, workThroughFeedback],
  stores: { feedback: storeOf(FeedbackStore) },
  recording: [insertFeedback],
  fileOwners: [feedbackFiles],
  erasing: [feedbackErasing],
  projectRemoval: [removeFeedbackOfProject],
} as const satisfies Capability;
