import { expect, it } from '@jest/globals';
import { defaultPersonalAlerts } from '../rules/personal-alerts.ts';
import type { AlertMessage } from '#product/alerting/channels/rules';
import { addPeople, onEachDatabase, NOON_MS } from '../../../testing/index.ts';

onEachDatabase('PersonalAlertStore', ({ openFresh }) => {
  it('knows that a person has unsubscribed, left the project or Errata since a mail was written', async () => {
    const { stores } = await openFresh('web');
    await addPeople(stores, ['ada', 'bob']);
    await stores.memberships.set({ userId: 2, projectId: 1, role: 'viewer', nowMs: NOON_MS });
    const unsubscribe = 'https://errata/2';
    const bob = { to: 'mail', address: 'bob@example.org', userId: 2, unsubscribe } as const;
    const [project] = await stores.projects.list();
    const ofProject = { kind: 'issues', project } as AlertMessage;
    const ofNone = { kind: 'issues' } as AlertMessage;
    const isWanted = (change: object = {}, message = ofProject) =>
      stores.personalAlerts.isWanted({ ...bob, ...change }, message);
    expect(await isWanted()).toBe(true);
    expect(await isWanted({ address: 'old@example.org' })).toBe(false);
    expect(await isWanted({ address: 'any@example.org', userId: undefined })).toBe(true);
    await stores.personalAlerts.set(2, { ...defaultPersonalAlerts, ofProjects: false });
    expect(await isWanted()).toBe(false);
    expect(await isWanted({ unsubscribe: undefined })).toBe(true);
    expect(await isWanted({}, { ...ofProject, kind: 'person' })).toBe(true);
    await stores.personalAlerts.set(2, defaultPersonalAlerts);
    await stores.memberships.remove(2, 1);
    expect(await isWanted()).toBe(false);
    expect(await isWanted({}, ofNone)).toBe(true);
    await stores.users.disable(2);
    expect(await isWanted({}, ofNone)).toBe(false);
  });
});
