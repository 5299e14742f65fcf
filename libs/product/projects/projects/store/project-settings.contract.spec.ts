import { expect, it } from '@jest/globals';
import { projectLimits } from '#shared';
import { onEachDatabase, NOON_MS } from '../../../testing/index.ts';
import { intakeSettings } from './intake-settings.ts';

const SHOP = { slug: 'shop', name: 'The shop' };
const BY = { byUserId: 7, nowMs: NOON_MS };

onEachDatabase('ProjectSettingsStore', ({ openFresh }) => {
  it('makes a project with one enabled random key', async () => {
    const { projects, projectSettings } = (await openFresh()).stores;
    const shop = { id: 1, slug: 'shop', name: 'The shop' };
    expect(await projectSettings.create(SHOP, BY)).toEqual(shop);
    expect(await projects.list()).toEqual([shop]);
    expect(await projects.listKeys()).toEqual([
      { publicKey: expect.stringMatching(/^[0-9a-f]{32}$/), projectId: 1, enabled: true },
    ]);
  });

  it('makes one project of a slug when several processes create or ensure it at once', async () => {
    const { stores, openAgain } = await openFresh();
    const processes = [stores, ...Array.from({ length: 4 }, () => openAgain().stores)];
    for (const slug of ['one', 'two', 'three']) {
      const made = await Promise.all(
        processes.map(({ projects, projectSettings }, index) =>
          index === 0
            ? projects.ensure([{ slug }])
            : projectSettings.create({ ...SHOP, slug, name: `${index}` }, BY),
        ),
      );
      expect(made.filter(Boolean).length).toBeLessThanOrEqual(1);
    }
    expect(await stores.projects.list()).toHaveLength(3);
    expect(await stores.projects.listKeys()).toHaveLength(3);
  });

  it('finds a project by its slug', async () => {
    const { projectSettings } = (await openFresh()).stores;
    const shop = await projectSettings.create(SHOP, BY);
    expect(await projectSettings.find('shop')).toEqual(shop);
    expect(await projectSettings.find('Shop')).toBeUndefined();
    expect(await projectSettings.find('sh\u0000p')).toBeUndefined();
  });

  it('renames a project', async () => {
    const { projectSettings } = (await openFresh()).stores;
    await projectSettings.create(SHOP, BY);
    expect(await projectSettings.rename(1, 'Sh\u0000p', BY)).toBe(true);
    expect(await projectSettings.find('shop')).toMatchObject({ name: 'Sh\ufffdp' });
    expect(await projectSettings.rename(2, 'Nothing', BY)).toBe(false);
  });

  it('adds keys to a project, oldest first', async () => {
    const { projectSettings } = (await openFresh()).stores;
    await projectSettings.create(SHOP, BY);
    await projectSettings.create({ ...SHOP, slug: 'other' }, BY);
    const [first] = await projectSettings.listKeys(1);
    const second = await projectSettings.addKey(1, { ...BY, nowMs: NOON_MS + 1 });
    expect(second).toMatchObject({ projectId: 1, enabled: true });
    expect(second?.publicKey).not.toBe(first?.publicKey);
    expect(await projectSettings.listKeys(1)).toEqual([first, second]);
    expect(await projectSettings.addKey(3, BY)).toBeUndefined();
    await projectSettings.addKey(2, { ...BY, nowMs: NOON_MS + 1 }, 'cart');
    expect(await projectSettings.listKeys(2)).toMatchObject([{}, { label: 'cart' }]);
    await projectSettings.labelKey({ ...first!, label: 'shop' }, BY);
    expect(await projectSettings.listKeys(1)).toMatchObject([{ label: 'shop' }, {}]);
  });

  it('gives a project no more keys than it may have, even when several processes add keys', async () => {
    const { stores, openAgain } = await openFresh();
    const processes = [stores, ...Array.from({ length: 4 }, () => openAgain().stores)];
    // Connects each process first, so that connecting does not decide which process wins.
    await Promise.all(processes.map(({ projects }) => projects.list()));
    const most = projectLimits.keysPerProject;
    for (let projectId = 1; projectId <= 5; projectId += 1) {
      await stores.projectSettings.create({ ...SHOP, slug: `shop-${projectId}` }, BY);
      for (let count = 1; count < most - 1; count += 1) {
        await stores.projectSettings.addKey(projectId, BY);
      }
      const added = await Promise.all(
        processes.map(({ projectSettings }) => projectSettings.addKey(projectId, BY)),
      );
      expect(added.filter(Boolean)).toHaveLength(1);
      expect(await stores.projectSettings.listKeys(projectId)).toHaveLength(most);
    }
  });

  it('makes one key for errors when several processes ask, and none after that is disabled', async () => {
    const { stores, openAgain } = await openFresh();
    const { projectSettings } = stores;
    const processes = [stores, ...Array.from({ length: 4 }, () => openAgain().stores)];
    await projectSettings.create(SHOP, BY);
    const [first] = await projectSettings.listKeys(1);
    await Promise.all(
      processes.map((each) => each.projectSettings.ensureErrorKey('shop', NOON_MS + 1)),
    );
    const [, second, ...others] = await stores.projects.listKeys();
    expect(first?.scope).toBeUndefined();
    expect(others).toEqual([]);
    expect(second).toEqual({
      publicKey: expect.stringMatching(/^[0-9a-f]{32}$/),
      projectId: 1,
      enabled: true,
      scope: 'errors',
    });
    if (!second) throw new Error('There is no such key.');
    await projectSettings.setKeyEnabled({ ...second, enabled: false }, BY);
    await projectSettings.ensureErrorKey('shop', NOON_MS + 2);
    await projectSettings.ensureErrorKey('none', NOON_MS + 2);
    expect(await stores.projects.listKeys()).toEqual([first, { ...second, enabled: false }]);
  });

  it('returns the intake settings of a project together with the project', async () => {
    const { projects, projectSettings, settings } = (await openFresh()).stores;
    const shop = await projectSettings.create(SHOP, BY);
    const patch = { reportsPerMinute: 600, allowedOrigins: ['*.example.org'] };
    await settings.patch(intakeSettings, { projectId: 1, patch, ...BY });
    expect(await projectSettings.find('shop')).toEqual({ ...shop, ...patch });
    expect(await projects.list()).toEqual([{ ...shop, ...patch }]);
  });

  it('notes each change in the audit log, with its author and the former value', async () => {
    const { projectSettings, audit } = (await openFresh()).stores;
    await projectSettings.create(SHOP, BY);
    const { publicKey } = (await projectSettings.addKey(1, BY))!;
    await projectSettings.rename(1, 'The store', BY);
    await projectSettings.rename(1, 'The store', BY);
    await projectSettings.setKeyEnabled({ projectId: 1, publicKey, enabled: false }, BY);
    await projectSettings.limitKey({ projectId: 1, publicKey, reportsPerMinute: 5 }, BY);
    await projectSettings.limitKey({ projectId: 1, publicKey: 'unknown' }, BY);
    const of = { atMs: NOON_MS, byUserId: 7, projectId: 1 };
    expect(await audit.list({ limit: 10 })).toMatchObject([
      { ...of, what: 'key.limited', target: publicKey, to: 5 },
      { ...of, what: 'key.enabled', target: publicKey, from: true, to: false },
      { ...of, what: 'project.renamed', from: 'The shop', to: 'The store' },
      { ...of, what: 'key.added', target: publicKey, to: true },
      { ...of, what: 'project.created', to: 'The shop' },
    ]);
  });

  it('limits one key of the project, and removes the limit', async () => {
    const { projects, projectSettings } = (await openFresh()).stores;
    await projectSettings.create(SHOP, BY);
    const [key] = await projectSettings.listKeys(1);
    const other = await projectSettings.addKey(1, { ...BY, nowMs: NOON_MS + 1 });
    if (!key) throw new Error('There is no key.');
    const limited = { ...key, reportsPerMinute: projectLimits.reportsPerMinute };
    expect(await projectSettings.limitKey(limited, BY)).toBe(true);
    expect(await projects.listKeys()).toEqual([limited, other]);
    expect(await projectSettings.limitKey({ ...limited, projectId: 2 }, BY)).toBe(false);
    await projectSettings.setKeyEnabled({ ...key, enabled: false }, BY);
    expect(await projectSettings.listKeys(1)).toEqual([{ ...limited, enabled: false }, other]);
    const { projectId, publicKey } = key;
    expect(await projectSettings.limitKey({ projectId, publicKey }, BY)).toBe(true);
    expect(await projectSettings.listKeys(1)).toEqual([{ ...key, enabled: false }, other]);
  });

  it('disables and enables one key of the project', async () => {
    const { projects, projectSettings } = (await openFresh()).stores;
    await projectSettings.create(SHOP, BY);
    const [key] = await projectSettings.listKeys(1);
    if (!key) throw new Error('There is no key.');
    expect(await projectSettings.setKeyEnabled({ ...key, enabled: false }, BY)).toBe(true);
    expect(await projects.listKeys()).toEqual([{ ...key, enabled: false }]);
    const ofAnother = { ...key, projectId: 2, enabled: true };
    expect(await projectSettings.setKeyEnabled(ofAnother, BY)).toBe(false);
    expect(await projectSettings.setKeyEnabled({ ...key, publicKey: 'none' }, BY)).toBe(false);
    expect(await projectSettings.setKeyEnabled({ ...key, enabled: true }, BY)).toBe(true);
    expect(await projectSettings.listKeys(1)).toEqual([key]);
  });
});
