import { describe, expect, it } from '@jest/globals';
import express from 'express';
import type { Express } from 'express';
import request from 'supertest';
import { identifyRequests } from './identify-requests.ts';
import { type Answer, findRoute, observeAnswers } from './observe-answers.ts';
import { findRequestId } from './request-id.ts';
import { toStatusClass } from './status-class.ts';
import { findTraceId } from './trace-id.ts';

const MADE = /^[\da-f]{12}-[\da-z]+$/;

function echo(trustProxy: string | false): Express {
  const app = express().set('trust proxy', trustProxy).use(identifyRequests());
  app.get('/things/:id', (received, response) => {
    response.json({ id: findRequestId(received), trace: findTraceId(received) ?? null });
  });
  return app;
}

describe('the id of a request', () => {
  it('is made anew for each request', async () => {
    const app = echo(false);
    const first = await request(app).get('/things/1').expect('X-Request-Id', MADE);
    const second = await request(app).get('/things/1');
    expect(first.body.id).toBe(first.headers['x-request-id']);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('is taken over from a trusted proxy', async () => {
    const answer = await request(echo('loopback')).get('/things/1').set('X-Request-Id', 'Ab.1:2-3');
    expect(answer.headers['x-request-id']).toBe('Ab.1:2-3');
    expect(answer.body.id).toBe('Ab.1:2-3');
  });

  it('is not taken over from any other sender', async () => {
    const answer = await request(echo('10.0.0.0/8')).get('/things/1').set('X-Request-Id', 'mine');
    expect(answer.body.id).toMatch(MADE);
  });

  it.each(['', 'with space', '"quoted"', 'x'.repeat(65), 'a,b'])('is never %j', async (given) => {
    const answer = await request(echo('loopback')).get('/things/1').set('X-Request-Id', given);
    expect(answer.body.id).toMatch(MADE);
  });
});

describe('the trace of a request', () => {
  it.each([
    [`${'a'.repeat(32)}-${'b'.repeat(16)}-1`, 'a'.repeat(32)],
    ['not one', null],
  ])('is read from the header %s as %s', async (header, trace) => {
    const answer = await request(echo(false)).get('/things/1').set('sentry-trace', header);
    expect(answer.body.trace).toBe(trace);
  });
});

describe('an observed answer', () => {
  async function observe(path: string): Promise<Answer> {
    const app = express();
    const told = new Promise<Answer>((resolve) => app.use(observeAnswers(resolve)));
    app.get('/things/:id', (_received, response) => void response.sendStatus(204));
    await request(app).get(path);
    return told;
  }

  it('has the pattern of its route, its status and its duration', async () => {
    const answer = await observe('/things/7?secret=1');
    expect(findRoute(answer.request)).toBe('/things/:id');
    expect(toStatusClass(answer.response)).toBe('2xx');
    expect(answer.seconds).toBeGreaterThan(0);
  });

  it('has no route where no route matched', async () => {
    const answer = await observe('/nowhere');
    expect(findRoute(answer.request)).toBeUndefined();
    expect(toStatusClass(answer.response)).toBe('4xx');
  });

  it('counts as aborted when nothing was sent', () => {
    expect(toStatusClass({ headersSent: false, statusCode: 200 })).toBe('aborted');
  });
});
