import { expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { LiveController } from './live.controller.ts';
import type { LiveStreams, NotListening } from './live-streams.ts';

class Answer {
  code = 0;
  headers: Record<string, string> = {};
  type = () => this;
  send = () => this;

  status(code: number): this {
    this.code = code;
    return this;
  }

  set(headers: Record<string, string>): this {
    Object.assign(this.headers, headers);
    return this;
  }
}

it.each([
  ['no-source', 204, undefined],
  ['not-allowed', 401, undefined],
  ['too-many', 503, '30'],
  ['ending', 503, '30'],
] as const)('LiveController says by its status whether to ask again: %s', async (...row) => {
  const [refusal, status, after] = row;
  const streams = { open: async (): Promise<NotListening> => refusal } as unknown as LiveStreams;
  const answer = new Answer();
  const response = answer as unknown as Response;
  await new LiveController(streams).listen({ method: 'GET' } as Request, response, '0');
  expect([answer.code, answer.headers['Retry-After']]).toEqual([status, after]);
});
