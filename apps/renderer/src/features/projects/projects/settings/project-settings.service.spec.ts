import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createStores, openDatabase } from '#product';
import type { Stores } from '#product';
import { createTestDatabase } from '#persistence/testing';
import { projectLimits, SystemClock } from '#shared';
import { readRendererConfig } from '../../../../config/renderer-config.ts';
import { ProjectsService } from '../projects.service.ts';
import { ProjectSettingsService } from './project-settings.service.ts';

const CONFIG = readRendererConfig({ PUBLIC_URL: 'https://errata.example/base' });

const ANN = 1;

describe('ProjectSettingsService', () => {
  let stores: Stores;
  let settings: ProjectSettingsService;
  let close: () => Promise<void>;

  beforeEach(async () => {
    const { config, remove } = await createTestDatabase('sqlite');
    const database = openDatabase(config);
    await database.migrate(['platform', 'product']);
    stores = createStores(database);
    const projects = new ProjectsService(stores.projects, CONFIG);
    settings = new ProjectSettingsService(
      stores.projectSettings,
      stores.settings,
      stores.projectDeletions,
      projects,
      new SystemClock(),
    );
    close = async () => {
      await database.close();
      await remove();
    };
  });

  afterEach(() => close());

  async function createSlug(name: string, slug?: string): Promise<string> {
    const result = await settings.create({ name, slug }, ANN);
    return result.ok ? result.project.slug : result.code;
  }

  it('makes a project with the requested slug, unless the slug is taken or invalid', async () => {
    expect(await settings.create({ name: ' The shop ', slug: ' shop ' }, ANN)).toEqual({
      ok: true,
      project: { id: 1, slug: 'shop', name: 'The shop' },
    });
    expect(await createSlug('Another', 'shop')).toBe('project.slug_taken');
    expect(await createSlug('Another', 'No slug')).toBe('project.slug_invalid');
  });

  it('derives a missing slug from the name, with a number while it is taken', async () => {
    expect(await createSlug('Web shop', ' ')).toBe('web-shop');
    expect(await createSlug('Web Shop')).toBe('web-shop-2');
    expect(await createSlug('Web-shop')).toBe('web-shop-3');
    const long = 'x'.repeat(60);
    expect(await createSlug(long)).toBe('x'.repeat(50));
    expect(await createSlug(long)).toBe(`${'x'.repeat(48)}-2`);
    expect(await createSlug('магазин')).toBe('project.slug_invalid');
  });

  it('accepts names of 1 to 100 characters', async () => {
    await createSlug('Shop');
    const tooLong = 'x'.repeat(projectLimits.nameLength + 1);
    const refused = { ok: false, code: 'project.name_length' };
    for (const name of [' ', tooLong]) {
      expect(await settings.create({ name }, ANN)).toEqual(refused);
      expect(await settings.rename(1, name, ANN)).toEqual(refused);
    }
    expect(await settings.rename(1, ` ${'x'.repeat(projectLimits.nameLength)} `, ANN)).toEqual({
      ok: true,
    });
    const { name } = (await stores.projectSettings.find('shop')) ?? {};
    expect(name).toHaveLength(projectLimits.nameLength);
  });

  it('accepts rates from 1 to 1,000,000, or no rate', async () => {
    await createSlug('Shop');
    const [key] = await settings.listKeys(1);
    const { publicKey = '' } = key ?? {};
    const refused = { ok: false, code: 'project.rate_invalid' };
    for (const rate of ['0', '-1', '1.5', '1e3', '0x10', 'many', '1000001', '9'.repeat(400)]) {
      expect(await settings.limit(1, { rate, origins: '', version: 0 }, ANN)).toEqual(refused);
      expect(await settings.limitKey(1, { publicKey, rate }, ANN)).toEqual(refused);
    }
    expect(await settings.limit(1, { rate: ' 1000000 ', origins: '', version: 0 }, ANN)).toEqual({
      ok: true,
    });
    expect(await stores.projectSettings.find('shop')).toMatchObject({ reportsPerMinute: 1e6 });
    expect(await settings.limitKey(1, { publicKey, rate: '1' }, ANN)).toEqual({ ok: true });
    expect(await settings.listKeys(1)).toMatchObject([{ reportsPerMinute: 1 }]);
    expect(await settings.limitKey(1, { publicKey, rate: ' ' }, ANN)).toEqual({ ok: true });
    expect((await settings.listKeys(1))[0]?.reportsPerMinute).toBeUndefined();
    const unknown = { ok: false, code: 'project.key_unknown' };
    expect(await settings.limitKey(2, { publicKey, rate: '1' }, ANN)).toEqual(unknown);
  });

  it('lists keys with DSN and state, and refuses keys beyond the limit of a project', async () => {
    await createSlug('Shop');
    const [key] = await settings.listKeys(1);
    const { publicKey = '' } = key ?? {};
    expect(key).toEqual({
      publicKey,
      dsn: `https://${publicKey}@errata.example/base/1`,
      isEnabled: true,
    });
    expect(await settings.setKeyEnabled(1, { publicKey, enabled: false }, ANN)).toEqual({
      ok: true,
    });
    expect(await settings.listKeys(1)).toMatchObject([{ isEnabled: false }]);
    const unknown = { ok: false, code: 'project.key_unknown' };
    expect(await settings.setKeyEnabled(2, { publicKey, enabled: true }, ANN)).toEqual(unknown);
    for (let count = 1; count < projectLimits.keysPerProject; count += 1) {
      expect(await settings.addKey(1, ANN)).toMatchObject({ ok: true });
    }
    const tooMany = { ok: false, code: 'project.too_many_keys' };
    expect(await settings.addKey(1, ANN)).toEqual(tooMany);
  });
});
