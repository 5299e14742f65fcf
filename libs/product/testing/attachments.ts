import type { Feedback, ReceivedAttachment } from '../recording/reports/store/report-items.ts';
import { NOON_MS } from './times.ts';

/** Creates a text file of project 1, received at noon. */
export function createAttachment(
  text: string | Buffer = 'some text',
  traits: Partial<ReceivedAttachment> = {},
): ReceivedAttachment {
  const body = Buffer.from(text as string);
  return {
    projectId: 1,
    eventId: 'a'.repeat(32),
    receivedAtMs: NOON_MS,
    item: 1,
    name: 'notes.txt',
    contentType: 'text/plain',
    type: 'event.attachment',
    bytes: body.length,
    async *read() {
      // Two pieces, so that readers have to join them.
      const middle = Math.floor(body.length / 2);
      yield body.subarray(0, middle);
      yield body.subarray(middle);
    },
    ...traits,
  };
}

export function createFeedback(traits: Partial<Feedback> = {}): Feedback {
  return {
    projectId: 1,
    source: 'feedback',
    id: 'f'.repeat(32),
    eventId: 'a'.repeat(32),
    name: 'Ann',
    email: 'ann@example.org',
    message: 'It broke.',
    receivedAtMs: NOON_MS,
    ...traits,
  };
}
