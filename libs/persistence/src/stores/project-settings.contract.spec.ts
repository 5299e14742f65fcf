import { describe, expect, it } from '@jest/globals';
import { projectLimits } from '#shared';
import { onEachDatabase } from '../testing/index.ts';

const NOON_MS = Date.UTC(2026, 0, 5, 12);
const SHOP = { slug: 'shop', name: 'The shop', nowMs: NOON_MS };

describe('ProjectSettingsStore', () => {
  onEachDatabase(({ openFresh }) => {
    it('makes a project with one enabled random key', async () => {
      const { projects, projectSettings } = (await openFresh()).stores;
      const shop = { id: 1, slug: 'shop', name: 'The shop' };
      expect(await projectSettings.create(SHOP)).toEqual(shop);
      expect(await projects.list()).toEqual([shop]);
      expect(await projects.listKeys()).toEqual([
        { publicKey: expect.stringMatching(/^[0-9a-f]{32}$/), projectId: 1, enabled: true },
      ]);
    });

    it('makes no second project with a slug, and no key for it', async () => {
      const { projects, projectSettings } = (await openFresh()).stores;
      await projectSettings.create(SHOP);
      expect(await projectSettings.create({ ...SHOP, name: 'Another' })).toBeUndefined();
      expect(await projects.list()).toHaveLength(1);
      expect(await projects.listKeys()).toHaveLength(1);
    });

    it('makes one of several with the same slug, also beside a start that ensures it', async () => {
      const { stores, openAgain } = await openFresh();
      const processes = [stores, ...Array.from({ length: 4 }, () => openAgain().stores)];
      for (const slug of ['one', 'two', 'three']) {
        const made = await Promise.all(
          processes.map(({ projects, projectSettings }, index) =>
            index === 0
              ? projects.ensure([{ slug }])
              : projectSettings.create({ ...SHOP, slug, name: `${index}` }),
          ),
        );
        expect(made.filter(Boolean).length).toBeLessThanOrEqual(1);
      }
      expect(await stores.projects.list()).toHaveLength(3);
      expect(await stores.projects.listKeys()).toHaveLength(3);
    });

    it('finds a project by its slug', async () => {
      const { projectSettings } = (await openFresh()).stores;
      const shop = await projectSettings.create(SHOP);
      expect(await projectSettings.find('shop')).toEqual(shop);
      expect(await projectSettings.find('Shop')).toBeUndefined();
      expect(await projectSettings.find('sh\u0000p')).toBeUndefined();
    });

    it('gives a project another name', async () => {
      const { projectSettings } = (await openFresh()).stores;
      await projectSettings.create(SHOP);
      expect(await projectSettings.rename(1, 'Sh\u0000p')).toBe(true);
      expect(await projectSettings.find('shop')).toMatchObject({ name: 'Sh\ufffdp' });
      expect(await projectSettings.rename(2, 'Nothing')).toBe(false);
    });

    it('adds keys to a project, oldest first', async () => {
      const { projectSettings } = (await openFresh()).stores;
      await projectSettings.create(SHOP);
      await projectSettings.create({ ...SHOP, slug: 'other' });
      const [first] = await projectSettings.listKeys(1);
      const second = await projectSettings.addKey(1, NOON_MS + 1);
      expect(second).toMatchObject({ projectId: 1, enabled: true });
      expect(second?.publicKey).not.toBe(first?.publicKey);
      expect(await projectSettings.listKeys(1)).toEqual([first, second]);
      expect(await projectSettings.addKey(3, NOON_MS)).toBeUndefined();
    });

    it('gives a project no more keys than it may have, however many ask at once', async () => {
      const { stores, openAgain } = await openFresh();
      const processes = [stores, ...Array.from({ length: 4 }, () => openAgain().stores)];
      // Connected before they race.
      await Promise.all(processes.map(({ projects }) => projects.list()));
      const most = projectLimits.keysPerProject;
      for (let projectId = 1; projectId <= 5; projectId += 1) {
        await stores.projectSettings.create({ ...SHOP, slug: `shop-${projectId}` });
        for (let count = 1; count < most - 1; count += 1) {
          await stores.projectSettings.addKey(projectId, NOON_MS);
        }
        const added = await Promise.all(
          processes.map(({ projectSettings }) => projectSettings.addKey(projectId, NOON_MS)),
        );
        expect(added.filter(Boolean)).toHaveLength(1);
        expect(await stores.projectSettings.listKeys(projectId)).toHaveLength(most);
      }
    });

    it('makes one key for errors alone, however many ask at once, and none anew that was disabled', async () => {
      const { stores, openAgain } = await openFresh();
      const { projectSettings } = stores;
      const processes = [stores, ...Array.from({ length: 4 }, () => openAgain().stores)];
      await projectSettings.create(SHOP);
      const [first] = await projectSettings.listKeys(1);
      await Promise.all(
        processes.map((each) => each.projectSettings.ensureErrorKey('shop', NOON_MS + 1)),
      );
      const [, second, ...others] = await stores.projects.listKeys();
      expect(first).not.toHaveProperty('scope');
      expect(others).toEqual([]);
      expect(second).toEqual({
        publicKey: expect.stringMatching(/^[0-9a-f]{32}$/),
        projectId: 1,
        enabled: true,
        scope: 'errors',
      });
      if (!second) throw new Error('There is no such key.');
      await projectSettings.setKeyEnabled({ ...second, enabled: false });
      await projectSettings.ensureErrorKey('shop', NOON_MS + 2);
      await projectSettings.ensureErrorKey('none', NOON_MS + 2);
      expect(await stores.projects.listKeys()).toEqual([first, { ...second, enabled: false }]);
    });

    it('limits a project, and takes the limit back', async () => {
      const { projects, projectSettings } = (await openFresh()).stores;
      const shop = await projectSettings.create(SHOP);
      expect(await projectSettings.limit(1, 600)).toBe(true);
      expect(await projectSettings.find('shop')).toEqual({ ...shop, reportsPerMinute: 600 });
      expect(await projects.list()).toEqual([{ ...shop, reportsPerMinute: 600 }]);
      expect(await projectSettings.limit(1)).toBe(true);
      expect(await projectSettings.find('shop')).toEqual(shop);
      expect(await projectSettings.limit(2, 600)).toBe(false);
    });

    it('allows a project some origins, and any again', async () => {
      const { projects, projectSettings } = (await openFresh()).stores;
      const shop = await projectSettings.create(SHOP);
      const allowedOrigins = ['https://shop.example.com', '*.example.org'];
      expect(await projectSettings.allowOrigins(1, allowedOrigins)).toBe(true);
      expect(await projectSettings.find('shop')).toEqual({ ...shop, allowedOrigins });
      expect(await projects.list()).toEqual([{ ...shop, allowedOrigins }]);
      expect(await projectSettings.allowOrigins(1, [])).toBe(true);
      expect(await projectSettings.find('shop')).toEqual(shop);
      expect(await projectSettings.allowOrigins(2, allowedOrigins)).toBe(false);
    });

    it('limits a key of the project alone, and takes the limit back', async () => {
      const { projects, projectSettings } = (await openFresh()).stores;
      await projectSettings.create(SHOP);
      const [key] = await projectSettings.listKeys(1);
      const other = await projectSettings.addKey(1, NOON_MS + 1);
      if (!key) throw new Error('There is no key.');
      const limited = { ...key, reportsPerMinute: projectLimits.reportsPerMinute };
      expect(await projectSettings.limitKey(limited)).toBe(true);
      expect(await projects.listKeys()).toEqual([limited, other]);
      expect(await projectSettings.limitKey({ ...limited, projectId: 2 })).toBe(false);
      // What else is changed of it stays apart.
      await projectSettings.setKeyEnabled({ ...key, enabled: false });
      expect(await projectSettings.listKeys(1)).toEqual([{ ...limited, enabled: false }, other]);
      const { projectId, publicKey } = key;
      expect(await projectSettings.limitKey({ projectId, publicKey })).toBe(true);
      expect(await projectSettings.listKeys(1)).toEqual([{ ...key, enabled: false }, other]);
    });

    it('disables and enables a key of the project alone', async () => {
      const { projects, projectSettings } = (await openFresh()).stores;
      await projectSettings.create(SHOP);
      const [key] = await projectSettings.listKeys(1);
      if (!key) throw new Error('There is no key.');
      expect(await projectSettings.setKeyEnabled({ ...key, enabled: false })).toBe(true);
      expect(await projects.listKeys()).toEqual([{ ...key, enabled: false }]);
      const ofAnother = { ...key, projectId: 2, enabled: true };
      expect(await projectSettings.setKeyEnabled(ofAnother)).toBe(false);
      expect(await projectSettings.setKeyEnabled({ ...key, publicKey: 'none' })).toBe(false);
      expect(await projectSettings.setKeyEnabled({ ...key, enabled: true })).toBe(true);
      expect(await projectSettings.listKeys(1)).toEqual([key]);
    });
  });
});
