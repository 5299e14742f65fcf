import { expect, it } from '@jest/globals';
import { onEachDatabase } from '../../../testing/index.ts';
import { defaultAlertRule } from '../rules/alert-rule.ts';
import { tellEnvironmentsOfRules } from './migrations/0053-tell-environments-of-rules.ts';
import { switchOffRulesOfNoEnvironment } from './migrations/0043-switch-off-rules-of-no-environment.ts';

onEachDatabase('migration 0043-switch-off-rules-of-no-environment', ({ openFresh }) => {
  it('switches off rules that no event could match, and no others', async () => {
    const { db, stores } = await openFresh('app');
    const by = { projectId: 1, byUserId: 1, nowMs: 0 };
    for (const patterns of [[], ['prod']]) {
      const environments = { are: 'only', patterns } as const;
      await stores.alertRules.add({ ...defaultAlertRule, environments }, by);
    }
    const kysely = db;
    await switchOffRulesOfNoEnvironment.up(kysely as never, undefined as never);
    const rules = await stores.alertRules.list(1);
    expect(
      rules.map(({ environments, isEnabled }) => [environments.patterns.length, isEnabled]),
    ).toEqual([
      [6, true],
      [0, false],
      [1, true],
    ]);
  });
});

onEachDatabase('migration 0053-tell-environments-of-rules', ({ openFresh }) => {
  it('keeps a place for the environments that rules name, and for no patterns', async () => {
    const { db, stores } = await openFresh('app');
    const environments = { are: 'only', patterns: ['prod', 'eu-*', 'prod'] } as const;
    const by = { projectId: 1, byUserId: 1, nowMs: 0 };
    await stores.alertRules.add({ ...defaultAlertRule, environments }, by);
    const kysely = db;
    await kysely.deleteFrom('told_names').execute();
    await tellEnvironmentsOfRules.up(kysely as never, undefined as never);
    const told = await kysely.selectFrom('told_names').select('name').orderBy('name').execute();
    // The rule of every new project names `ci`.
    expect(told).toEqual([{ name: 'ci' }, { name: 'prod' }]);
  });
});
