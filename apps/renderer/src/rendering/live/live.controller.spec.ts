import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { pageDataHeaders } from '#shared';
import type { ClientBuild } from '../build/client-build.ts';
import { LiveController } from './live.controller.ts';
import type { LiveStreams, NotListening } from './live-streams.ts';

class Answer {
  code = 0;
  headers: Record<string, string> = {};
  text = '';
  type = () => this;

  status(code: number): this {
    this.code = code;
    return this;
  }

  set(headers: Record<string, string>): this {
    Object.assign(this.headers, headers);
    return this;
  }

  send(text: string): void {
    this.text = text;
  }
}

async function refuse(refusal: NotListening): Promise<Answer> {
  const streams = { open: async () => refusal } as unknown as LiveStreams;
  const controller = new LiveController(streams, { id: 'b1' } as ClientBuild);
  const answer = new Answer();
  await controller.listen({ method: 'GET' } as Request, answer as unknown as Response, '0');
  return answer;
}

describe('LiveController', () => {
  it.each([
    ['no-source', 404, undefined],
    ['not-allowed', 401, undefined],
    ['too-many', 503, '30'],
    ['ending', 503, '30'],
  ] as const)(
    'refuses, and says that it was this application: %s',
    async (refusal, status, after) => {
      const { code, headers } = await refuse(refusal);
      expect([code, headers[pageDataHeaders.build], headers['Retry-After']]).toEqual([
        status,
        'b1',
        after,
      ]);
    },
  );
});
