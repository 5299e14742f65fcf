import { expect, it } from '@jest/globals';
import { RelayIntake } from './relay-intake.ts';

it.each([
  ['is ready', async () => new Response('', { status: 200 }), true],
  ['is not ready', async () => new Response('', { status: 503 }), false],
  ['cannot be asked', () => Promise.reject(new Error('ECONNREFUSED')), false],
])(
  'RelayIntake tells whether reports are kept where the relay %s',
  async (_case, fetch, isTaking) => {
    const intake = new RelayIntake({ relayUrl: 'http://relay', fetch });
    expect(await intake.isTaking()).toBe(isTaking);
    expect(await intake.describe()).toBe(
      isTaking ? 'The relay accepts and keeps reports meanwhile.' : undefined,
    );
  },
);

it('RelayIntake asks the relay whether it takes reports, at most once a second', async () => {
  let ms = 0;
  const asked: string[] = [];
  const fetch = async (url: string) => {
    asked.push(url);
    return new Response('', { status: asked.length > 1 ? 503 : 200 });
  };
  const intake = new RelayIntake({ relayUrl: 'http://relay/errata', fetch, now: () => ms });
  expect(await Promise.all([intake.isTaking(), intake.isTaking()])).toEqual([true, true]);
  ms = 999;
  expect(await intake.isTaking()).toBe(true);
  ms = 1000;
  expect(await intake.isTaking()).toBe(false);
  expect(asked).toEqual(Array.from({ length: 2 }, () => 'http://relay/errata/health/ready'));
});
