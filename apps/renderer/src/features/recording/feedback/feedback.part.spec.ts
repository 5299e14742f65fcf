import { expect, it } from '@jest/globals';
import { FeedbackPart } from './feedback.part.ts';
import type { FeedbackStore } from '#product/recording/feedback';

const event = { projectId: 1, eventId: 'a'.repeat(32) };

function create(count: number, character = 'x'): FeedbackPart {
  const [name, email, url] = ['Ann', undefined, undefined];
  const said = { name, email, url, message: character.repeat(4000), receivedAtMs: 0 };
  const feedback: Pick<FeedbackStore, 'list'> = {
    list: async () => Array.from({ length: count }, () => said),
  };
  return new FeedbackPart(feedback as FeedbackStore);
}

const load = (count: number) => create(count).load({ issue: { id: 7 }, event } as never);

it('FeedbackPart links the whole event when the page has no room for all feedback', async () => {
  expect(await load(1)).toEqual({ feedback: [expect.anything()] });
  const { feedback, whole } = (await load(20)) ?? {};
  expect(feedback?.length).toBeLessThan(20);
  expect(whole).toBe(`/issues/7/events/${event.eventId}`);
  expect(await create(20).toJson(event)).toMatchObject({ feedback: { length: 20 } });
});

it('FeedbackPart links the whole event when it shortens what somebody said', async () => {
  const part = create(1, '\u6587');
  const { feedback, whole } = (await part.load({ issue: { id: 7 }, event } as never)) ?? {};
  expect(feedback?.[0]?.message.length).toBeLessThan(4000);
  expect(whole).toBe(`/issues/7/events/${event.eventId}`);
});

it('FeedbackPart shows and adds nothing when nobody said anything', async () => {
  expect(await load(0)).toBeUndefined();
  expect(await create(0).toJson(event)).toEqual({});
});
