import { describe, expect, it } from '@jest/globals';
import type { RelayHealth } from '#shared';
import { beat } from './heartbeat.ts';

const WELL: RelayHealth = { status: 'ready', problems: [], queue: { depth: 3, oldestMs: 1000 } };

async function beatWith(health: Partial<RelayHealth>, status = 200): Promise<string[]> {
  const called: string[] = [];
  const ask = async (url: unknown): Promise<Response> => {
    called.push(String(url));
    return new Response('ok', { status });
  };
  const check = async (): Promise<RelayHealth> => ({ ...WELL, ...health });
  await beat({ url: 'https://beat.example/a', check, fetch: ask });
  return called;
}

describe('the heartbeat', () => {
  it('is sent while all is well', async () => {
    expect(await beatWith({})).toEqual(['https://beat.example/a']);
  });

  it.each([
    ['the relay is not ready', { status: 'unready' as const }],
    ['there is a problem', { problems: ['The database does not answer.'] }],
    ['reports wait for long', { queue: { depth: 1, oldestMs: 301_000 } }],
  ])('is not sent when %s', async (_, health) => {
    expect(await beatWith(health)).toEqual([]);
  });

  it('fails when HEARTBEAT_URL answers 404', async () => {
    await expect(beatWith({}, 404)).rejects.toThrow('HEARTBEAT_URL answered 404.');
  });
});
