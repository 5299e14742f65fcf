import { expect, test } from '@jest/globals';
import { createAlertedIssue } from '../../../testing/alert-message.ts';
import { toHeadline, toPlaceLines } from './alert-text.ts';

test('an alert text shortens a long type in the headline, and shows it whole beneath', () => {
  const type = 'org.springframework.web.servlet.resource.NoResourceFoundException';
  const issue = createAlertedIssue({ type, message: 'No /favicon.ico', place: 'find (a.java:7)' });
  expect(toHeadline(issue)).toBe('NoResourceFoundException: No /favicon.ico');
  expect(toPlaceLines(issue).slice(0, 2)).toEqual([type, 'find (a.java:7)']);
});

test('an alert text shows a short type once', () => {
  const issue = createAlertedIssue({ type: 'KeyError', message: '', place: 'find (a.py:7)' });
  expect(toHeadline(issue)).toBe('KeyError');
  expect(toPlaceLines(issue)[0]).toBe('find (a.py:7)');
});
