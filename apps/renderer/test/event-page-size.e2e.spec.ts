import { describe, expect, it, jest } from '@jest/globals';
import { StatementSync } from 'node:sqlite';
import { issueLimits } from '#shared';
import type { JsonValue } from '#shared';
import supertest from 'supertest';
import { hold } from '../../../test/support/hold.ts';
import { signInPeople } from './support/people.ts';
import { sampleEvent, sampleReport, toSent } from './support/sample-report.ts';
import { startSpecRenderer } from './support/spec-renderer.ts';

/**
 * Returns a text of this length. Each of its characters is escaped in HTML, so that the text takes
 * the most room in a document.
 */
const escaped = (length: number): string => '<"&\''.repeat(length / 4);
const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
const values = (count: number, value: JsonValue): Record<string, JsonValue> =>
  Object.fromEntries(times(count, (index) => [`name${index}`, value]));

/** Each part alone is too large for the page. `event-leaves.spec.tsx` has the parts alone. */
const HOSTILE = sampleEvent({
  exceptions: times(32, (index) => ({
    type: `Error${index}`,
    value: escaped(2048),
    frames: times(20, (line) => ({
      function: `call${line}`,
      filename: 'app.py',
      line,
      inApp: true,
      preContext: ['x = 1'],
      contextLine: index === 31 && line === 19 ? 'fails here();' : escaped(256),
      vars: values(2, escaped(512)),
    })),
  })),
  message: escaped(100_000),
});

const SENT = { modules: values(1100, escaped(200)) };

describe('the page of an event', () => {
  const renderer = hold(startSpecRenderer);

  it('keeps its byte limit when each part of the event is too large, and links the whole', async () => {
    await renderer.stores.reports.record([sampleReport(1, HOSTILE, SENT)]);
    const get = (path: string): supertest.Test =>
      supertest(renderer.app.getHttpServer()).get(path).set(renderer.pass);
    const { text } = await get('/issues/1').set('Accept', 'text/html').expect(200);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(issueLimits.eventPageBytes);
    expect(text).toMatch(
      /This page leaves out or shortens: \d+ exceptions?, \d+ frames, .*modules/,
    );
    expect(text).toContain('fails here();');
    // The reader of the event cuts the list of modules before the page does.
    expect(text.match(/<li class="wrap-anywhere">[^<]*/g)?.join()).toContain(
      'modules: 100 of 1100 left out',
    );
    const whole = `/issues/1/events/${HOSTILE.eventId}`;
    expect(text).toContain(`href="${whole}"`);
    expect(JSON.parse((await get(whole).expect(200)).text)).toEqual({
      event: toSent(HOSTILE, SENT),
      errata: expect.objectContaining({ eventId: HOSTILE.eventId }),
    });
  });

  it('asks the database at most 25 times, of a signed-in owner', async () => {
    const { owner } = await signInPeople(renderer.stores, ['owner']);
    const event = sampleEvent({
      eventId: 'b'.repeat(32),
      exceptions: [{ ...sampleEvent().exceptions[0]!, type: 'RangeError' }],
      traceId: 'c'.repeat(32),
      serverName: 'web-1',
    });
    await renderer.stores.reports.record([sampleReport(2, event)]);
    const open = () =>
      supertest(renderer.app.getHttpServer())
        .get('/issues/2')
        .set({ accept: 'text/html', cookie: owner.cookie })
        .expect(200);
    await open();
    const asked = jest.spyOn(StatementSync.prototype, 'all');
    const { text } = await open();
    const statements = asked.mock.calls.length;
    asked.mockRestore();
    expect(text).toContain('RangeError');
    expect(statements).toBeGreaterThan(10);
    expect(statements).toBeLessThanOrEqual(25);
  });
});
