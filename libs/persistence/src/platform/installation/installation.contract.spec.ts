import { expect, it } from '@jest/globals';
import { onEachDatabase } from '#product/testing';

onEachDatabase('InstallationStore', ({ openFresh, openEmpty }) => {
  it('gives every process of one database the same id', async () => {
    const { stores, openAgain } = await openFresh();
    const installation = await stores.installation.get();
    expect(installation.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await openAgain().stores.installation.get()).toEqual(installation);
  });

  it('gives two databases different ids', async () => {
    const [one, two] = await Promise.all([openEmpty(), openEmpty()]);
    await one.database.migrate(['platform']);
    await two.database.migrate(['platform']);
    const ids = [await one.stores.installation.get(), await two.stores.installation.get()];
    expect(ids[0]?.id).not.toBe(ids[1]?.id);
  });
});
