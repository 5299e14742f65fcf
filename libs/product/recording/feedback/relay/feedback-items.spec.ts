import { describe, expect, it } from '@jest/globals';
import { Hiding } from '#events';
import { reportLimits } from '#shared';
import { readFeedback, readUserReport } from './feedback-items.ts';

const hiding = new Hiding();
const EVENT_ID = 'a'.repeat(32);

describe('readFeedback', () => {
  const read = (feedback: unknown) => readFeedback({ contexts: { feedback } }, hiding);

  it('reads message, sender, page and event of a feedback, and trims the message', () => {
    const feedback = {
      message: ' It broke. ',
      contact_email: 'ann@example.org',
      name: 'Ann',
      url: 'https://app.example/',
      associated_event_id: 'AAAAAAAA-AAAA-AAAA-AAAA-AAAAAAAAAAAA',
    };
    expect(read(feedback)).toEqual({
      message: 'It broke.',
      email: 'ann@example.org',
      name: 'Ann',
      url: 'https://app.example/',
      eventId: EVENT_ID,
    });
  });

  it('hides secrets', () => {
    const said = read({ message: 'my password=hunter2', url: 'https://x/?token=a' });
    expect(said).toEqual({ message: 'my password=[Filtered]', url: 'https://x/?token=[Filtered]' });
  });

  it('drops fields of a wrong type, and cuts a message that is too long', () => {
    const long = 'x'.repeat(reportLimits.feedbackLength + 1);
    const said = read({
      message: long,
      name: ['Ann'],
      contact_email: null,
      associated_event_id: 7,
    });
    expect(said).toEqual({ message: `${'x'.repeat(reportLimits.feedbackLength - 1)}…` });
  });

  it.each([
    [{}, 'empty'],
    [{ message: '' }, 'empty'],
    [{ message: ' \n ' }, 'empty'],
    [undefined, undefined],
    ['text', undefined],
    [[], undefined],
    [{ message: ['It broke.'] }, undefined],
  ])('tells a feedback without a text from one in another form: %j is %s', (feedback, result) => {
    expect(read(feedback)).toBe(result);
  });
});

describe('readUserReport', () => {
  it('reads the older form of feedback', () => {
    const report = { event_id: EVENT_ID, name: 'Bob', email: '', comments: 'Me too.' };
    expect(readUserReport(report, hiding)).toEqual({
      eventId: EVENT_ID,
      name: 'Bob',
      message: 'Me too.',
    });
  });
});
