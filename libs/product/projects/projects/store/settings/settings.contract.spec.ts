import { expect, it } from '@jest/globals';
import { onEachDatabase } from '../../../../testing/index.ts';
import type { SettingsPart } from '../settings-part.ts';

const BY = { byUserId: 7, nowMs: Date.UTC(2026, 0, 5, 12) };

const colours: SettingsPart<{ ink: string; shades: readonly number[]; paper?: string }> = {
  name: 'colours',
  defaults: { ink: 'black', shades: [1, 2] },
};

onEachDatabase('SettingsStore', ({ openFresh }) => {
  async function openSettings() {
    const { stores, openAgain } = await openFresh('app', 'web');
    return { settings: stores.settings, audit: stores.audit, openAgain };
  }

  it('returns the defaults when nothing is set', async () => {
    const { settings } = await openSettings();
    expect(await settings.get(1, colours)).toEqual({ value: colours.defaults, version: 0 });
    expect(await settings.list(colours)).toEqual(new Map());
  });

  it('changes the fields of a patch alone, and unsets its undefined fields', async () => {
    const { settings } = await openSettings();
    const patch = { paper: 'white', ink: 'blue' };
    expect(await settings.patch(colours, { projectId: 1, patch, ...BY })).toBe('changed');
    const value = { ink: 'blue', shades: [1, 2], paper: 'white' };
    expect(await settings.get(1, colours)).toEqual({ value, version: 1 });
    await settings.patch(colours, { projectId: 1, patch: { ink: undefined }, ...BY });
    expect(await settings.get(1, colours)).toEqual({
      value: { ...value, ink: 'black' },
      version: 2,
    });
    expect(await settings.list(colours)).toEqual(new Map([[1, { ...value, ink: 'black' }]]));
    expect((await settings.get(2, colours)).version).toBe(0);
  });

  it('keeps patches of different fields that arrive at the same time', async () => {
    const { settings, openAgain } = await openSettings();
    const other = openAgain().stores.settings;
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([
        settings.patch(colours, { projectId: 1, patch: { ink: `${round}` }, ...BY }),
        other.patch(colours, { projectId: 1, patch: { paper: `${round}` }, ...BY }),
      ]);
      const { value, version } = await settings.get(1, colours);
      expect(value).toMatchObject({ ink: `${round}`, paper: `${round}` });
      expect(version).toBe(2 * (round + 1));
    }
  });

  it('refuses a change based on an older version, or for an unknown project', async () => {
    const { settings } = await openSettings();
    const change = { projectId: 1, patch: { ink: 'red' }, ...BY, version: 0 };
    expect(await settings.patch(colours, change)).toBe('changed');
    expect(await settings.patch(colours, change)).toBe('conflict');
    expect(await settings.patch(colours, { ...change, version: 1 })).toBe('same');
    expect(await settings.patch(colours, { ...change, projectId: 3 })).toBe('no_project');
    expect((await settings.get(1, colours)).version).toBe(1);
  });

  it('notes in the audit log who changed which field, from what to what', async () => {
    const { settings, audit } = await openSettings();
    const patch = { ink: 'blue', shades: [3] };
    await settings.patch(colours, { projectId: 2, patch, ...BY });
    await settings.patch(colours, { projectId: 2, patch: { ink: 'red', shades: [3] }, ...BY });
    const of = { atMs: BY.nowMs, byUserId: 7, projectId: 2, what: 'settings.colours' };
    expect(await audit.list({ limit: 9 })).toMatchObject([
      { ...of, target: 'ink', from: 'blue', to: 'red' },
      { ...of, target: 'shades', to: [3] },
      { ...of, target: 'ink', to: 'blue' },
    ]);
  });
});
