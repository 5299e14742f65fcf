import dns from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { hold } from '../../../test/support/hold.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import { OPERATION, RelayDouble, SECRET } from './support/relay-double.ts';
import { textOf } from './support/shown.ts';

const NAME = 'relays.spec';
const ADDRESSES = ['127.0.0.2', '127.0.0.1'];
const [SPOOL] = OPERATION.spools;

/** Makes the name resolve to all addresses, as name servers of container networks do. */
function giveAddresses(): void {
  const lookup = dns.lookup.bind(dns) as (...args: unknown[]) => void;
  const found: LookupAddress[] = ADDRESSES.map((address) => ({ address, family: 4 }));
  const replacement = (name: string, ...rest: unknown[]): void => {
    if (name !== NAME) return lookup(name, ...rest);
    (rest.at(-1) as (error: null, all: LookupAddress[]) => void)(null, found);
  };
  jest.spyOn(dns, 'lookup').mockImplementation(replacement);
}

describe('the operator page of several relays', () => {
  beforeAll(giveAddresses);

  const first = hold(() => RelayDouble.start());
  const second = hold(() => RelayDouble.start(first.port, '127.0.0.2'));
  const renderer = hold(() =>
    startPeopledRenderer({ RELAY_URL: `http://${NAME}:${first.port}`, ERRATA_SECRET: SECRET }),
  );
  const relays = [first, second];

  beforeEach(() => {
    for (const relay of relays) relay.reset();
    const spool = { ...SPOOL!, name: 'theirs', depth: 0, owed: 0 };
    second.operation = { ...OPERATION, spools: [spool], heldSpools: ['own'] };
  });

  afterAll(() => void jest.restoreAllMocks());

  const read = async (): Promise<string> =>
    textOf((await renderer.get('owner', '/settings/operation?_whole=1').expect(200)).text);

  it('shows each relay by its address, with the reports that wait in it', async () => {
    const idle = { name: 'up.example/4', depth: 0, bytes: 0, oldestMs: 0, lost: 0 };
    second.operation = { ...second.operation, upstreams: [idle] };
    const text = await read();
    const [, ofFirst, ofSecond] = text.split(/Relay at /);
    expect(ofFirst).toContain(`127.0.0.1:${first.port} 1 of 2`);
    expect(ofFirst).toContain('12 reports, 340 kB, the oldest 3 seconds old');
    expect(ofFirst).not.toContain('Forwarding');
    expect(ofSecond).toContain(`127.0.0.2:${first.port} 2 of 2`);
    expect(ofSecond).toMatch(/Waiting nothing .* Forwarding up\.example\/4 Everything is sent\./);
    // The page shows the other relay itself, so it does not warn about that relay's spool in the
    // shared folder.
    expect(text).not.toContain('in use by another relay');
  });

  it('shows a damaged spool once when both relays share its folder', async () => {
    const shared = { folder: 'abc-20260102T030405678Z', bytes: 1000 };
    const theirs = { folder: 'def-20260102T030405678Z', bytes: 2000 };
    first.operation = { ...OPERATION, damagedSpools: [shared] };
    second.operation = { ...second.operation, damagedSpools: [shared, theirs] };
    const [, ofFirst, ofSecond] = (await read()).split(/Relay at /);
    expect(ofFirst).toContain('Damaged spools DATA_DIR/damaged/abc');
    expect(ofSecond).toContain('Damaged spools DATA_DIR/damaged/def');
    expect(ofSecond).not.toContain('/abc');
  });

  it('says which relay refuses its secret, and still shows the second relay', async () => {
    first.status = 401;
    const text = await read();
    const [, ofFirst, ofSecond] = text.split(/Relay at /);
    expect(ofFirst).toContain('The relay has another ERRATA_SECRET');
    expect(ofSecond).toContain('Reports are taken.');
  });

  it('says for each relay that it does not answer', async () => {
    for (const relay of relays) relay.status = 500;
    const text = await read();
    expect(text.match(/The relay keeps accepted reports on its disk/g)).toHaveLength(2);
  });
});
