import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { networkInterfaces } from 'node:os';
import { eventually } from '../../../test/support/eventually.ts';
import { findFreePorts } from '../../../test/support/free-ports.ts';
import { findToken } from '../../../test/support/set-up-pass.ts';
import { startSpecRenderer } from './support/spec-renderer.ts';
import type { SpecRenderer } from './support/spec-renderer.ts';

const OWNER = { email: 'ada@example.org', password: 'correct horse battery staple' };

/**
 * Another address of this machine. A server that listens on 127.0.0.1 alone does not answer there.
 */
const ELSEWHERE =
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.2';

describe('the address HOST', () => {
  let port: number;
  let renderer: SpecRenderer;

  beforeEach(async () => {
    [port = 0] = await findFreePorts(1);
  });

  afterEach(() => renderer.end());

  async function listen(settings: Readonly<Record<string, string>>): Promise<void> {
    renderer = await startSpecRenderer({ PORT: String(port), HOST: '0.0.0.0', ...settings });
    await renderer.listen();
  }

  const ask = (host: string): Promise<number | undefined> =>
    fetch(`http://${host}:${port}/health/live`).then(
      ({ status }) => status,
      () => undefined,
    );

  it('stays closed while Errata has no owner, and opens once it has one', async () => {
    await listen({});
    expect(renderer.isKeptOnLoopback).toBe(true);
    expect(await ask('127.0.0.1')).toBe(200);
    expect(await ask(ELSEWHERE)).toBeUndefined();
    const origin = `http://localhost:${port}`;
    const setUp = await fetch(`http://127.0.0.1:${port}/setup?_action=set-up`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: origin, Accept: 'text/html' },
      body: new URLSearchParams({
        ...OWNER,
        token: findToken(renderer.product.notices?.[0] ?? ''),
      }),
    });
    expect(setUp.status).toBe(303);
    await eventually('the other address to answer', async () => (await ask(ELSEWHERE)) === 200);
    expect(await ask('127.0.0.1')).toBe(200);
  });

  it('opens when another replica creates the owner', async () => {
    await listen({});
    const other = await startSpecRenderer({
      DATA_DIR: renderer.dataDir,
      ERRATA_OWNER_EMAIL: OWNER.email,
      ERRATA_OWNER_PASSWORD: OWNER.password,
    });
    await other.close();
    await eventually('the other address to answer', async () => (await ask(ELSEWHERE)) === 200);
  });

  it.each([
    ['when ERRATA_OPEN is set', { ERRATA_OPEN: '1' }],
    [
      'when Errata has an owner from the start',
      { ERRATA_OWNER_EMAIL: OWNER.email, ERRATA_OWNER_PASSWORD: OWNER.password },
    ],
  ])('is open at once %s', async (_when, settings) => {
    await listen(settings);
    expect(renderer.isKeptOnLoopback).toBe(false);
    expect(await ask(ELSEWHERE)).toBe(200);
  });
});
