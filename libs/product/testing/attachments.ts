import type { Feedback, ReceivedAttachment } from '../recording/reports/store/report.ts';

const NOON_MS = Date.UTC(2026, 0, 5, 12);

/** A text file of project 1, received at noon. */
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
      // In two pieces, of which none is as long as a chunk.
      const middle = Math.floor(body.length / 2);
      yield body.subarray(0, middle);
      yield body.subarray(middle);
    },
    ...traits,
  };
}

/** What a user of project 1 said at noon. */
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
