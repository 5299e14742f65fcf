import { expect, it } from '@jest/globals';
import { channelLimits } from '#shared';
import { createStores } from '../../../create-stores.ts';
import {
  addPeople,
  createAlertMessage,
  dumpRows,
  NOON_MS,
  onEachDatabase,
} from '../../../testing/index.ts';
import type { NewChannel } from './channel.store.ts';

const by = { byUserId: 1, nowMs: NOON_MS };
const WEB = { projectId: 1 };

const OPS: NewChannel = {
  kind: 'slack',
  name: 'Ops',
  hint: 'hooks.slack.com …part',
  settings: { address: 'https://hooks.slack.com/services/secretpart' },
};

const notice = createAlertMessage({ kind: 'operator', project: undefined, issues: [] });

onEachDatabase('ChannelStore', ({ openFresh }) => {
  async function openChannels() {
    const fresh = await openFresh('web', 'api');
    return { ...fresh, channels: fresh.stores.channels, audit: fresh.stores.audit };
  }

  it('keeps the channels of projects and of the instance apart', async () => {
    const { channels } = await openChannels();
    const id = await channels.add(WEB, OPS, by);
    await channels.add({}, { ...OPS, kind: 'ntfy', name: 'All' }, by);
    expect(await channels.list(WEB)).toEqual([
      { id, kind: 'slack', name: 'Ops', hint: OPS.hint, createdAtMs: NOON_MS },
    ]);
    expect(await channels.list({})).toMatchObject([{ name: 'All' }]);
    expect(await channels.list({ projectId: 2 })).toEqual([]);
    for (const scope of [{}, { projectId: 2 }]) {
      expect(await channels.change(id!, scope, { name: 'Mine' }, by)).toBe(false);
      expect(await channels.remove(id!, scope, by)).toBe(false);
    }
  });

  it('gives settings to the sender alone, and has them in no readable table or log', async () => {
    const { channels, database, audit } = await openChannels();
    const id = (await channels.add(WEB, OPS, by))!;
    const settings = { address: 'https://hooks.slack.com/services/otherpart' };
    await channels.change(id, WEB, { name: 'Now', hint: 'other', settings }, by);
    expect(await channels.open(id)).toEqual({
      id,
      kind: 'slack',
      name: 'Now',
      isGone: false,
      settings,
    });
    expect(await dumpRows(database)).not.toMatch(/secretpart|otherpart/);
    expect(await audit.list({ limit: 9 })).toMatchObject([
      { what: 'channel.changed', to: 'Now, with other settings', projectId: 1, byUserId: 1 },
      { what: 'channel.added', to: 'slack Ops', target: String(id) },
    ]);
  });

  it('opens no settings that another secret has encrypted', async () => {
    const { channels, openAgain } = await openChannels();
    const id = (await channels.add(WEB, OPS, by))!;
    const { database } = openAgain();
    const other = createStores(database, { secret: 'another secret of 32 characters..' });
    expect(await other.channels.open(id)).toEqual({
      id,
      kind: 'slack',
      name: 'Ops',
      isGone: false,
    });
  });

  it('switches a channel off once, and on again when somebody changes it', async () => {
    const { channels } = await openChannels();
    const id = (await channels.add(WEB, OPS, by))!;
    expect(await channels.switchOff(id, { reason: '410 gone', nowMs: NOON_MS })).toBe(true);
    expect(await channels.switchOff(id, { reason: '410 again', nowMs: NOON_MS + 1 })).toBe(false);
    expect(await channels.list(WEB)).toMatchObject([
      { gone: { atMs: NOON_MS, reason: '410 gone' } },
    ]);
    expect(await channels.open(id)).toMatchObject({ isGone: true });
    expect(await channels.change(id, WEB, { name: 'Ops' }, by)).toBe(true);
    expect(await channels.open(id)).toMatchObject({ isGone: false, settings: OPS.settings });
    expect(await channels.remove(id, WEB, by)).toBe(true);
    expect(await channels.open(id)).toBeUndefined();
  });

  it('mails owners and admins of the project that a channel was switched off', async () => {
    const { channels, stores } = await openChannels();
    const [, admin, member] = await addPeople(stores, ['owner', 'admin', 'member', 'other']);
    for (const [userId, role] of [
      [admin!.id, 'admin'],
      [member!.id, 'member'],
    ] as const) {
      await stores.memberships.set({ userId, projectId: 1, role, nowMs: NOON_MS });
    }
    const id = (await channels.add(WEB, OPS, by))!;
    const options = { reason: '410', nowMs: NOON_MS, notice };
    await channels.switchOff(id, options);
    await channels.switchOff(id, options);
    const told = await stores.deliveries.claim({ nowMs: NOON_MS, leaseMs: 1000, limit: 9 });
    const addresses = told.map(({ delivery }) => delivery?.destination);
    expect(addresses).toMatchObject([
      { to: 'mail', address: 'owner@example.org' },
      { to: 'mail', address: 'admin@example.org' },
    ]);
    expect(told[0]?.delivery?.message).toEqual(notice);
  });

  it('adds channels up to a limit, also at the same time, and to existing projects only', async () => {
    const { channels, openAgain } = await openChannels();
    for (let n = 1; n < channelLimits.channels; n += 1) await channels.add(WEB, OPS, by);
    const other = openAgain().stores.channels;
    const added = await Promise.all([channels.add(WEB, OPS, by), other.add(WEB, OPS, by)]);
    expect(added.filter((id) => id !== undefined)).toHaveLength(1);
    expect(await channels.add({ projectId: 99 }, OPS, by)).toBeUndefined();
  });

  it('remembers which hosts are allowed, with entries in the audit log', async () => {
    const { channels, audit } = await openChannels();
    for (const host of ['ntfy.corp', 'chat.corp:8065', 'ntfy.corp']) {
      expect(await channels.allowHost(host, by)).toBe(true);
    }
    await channels.forbidHost('ntfy.corp', by);
    await channels.forbidHost('ntfy.corp', by);
    expect(await channels.listAllowedHosts()).toEqual(['chat.corp:8065']);
    expect(await audit.list({ limit: 9 })).toMatchObject([
      { what: 'allowed-host.removed', from: 'ntfy.corp' },
      { what: 'allowed-host.added', to: 'chat.corp:8065' },
      { what: 'allowed-host.added', to: 'ntfy.corp' },
    ]);
  });
});
