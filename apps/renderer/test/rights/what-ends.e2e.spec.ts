import { afterEach, describe, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import type supertest from 'supertest';
import { ACME } from '#product/testing';
import { hold } from '../../../../test/support/hold.ts';
import { startPeopledRenderer } from '../support/peopled-renderer.ts';
import { toCookies } from '../support/to-cookies.ts';
import { visitorsOf } from '../support/visitors.ts';
import { createProbes, PASSWORD, setUpPerson } from './belongings.ts';
import type { Belongings } from './belongings.ts';
import { acts, whatEnds } from './what-ends.ts';

type Act = (typeof acts)[number];
type Fields = Readonly<Record<string, string>>;

const PEOPLE = '/settings/people';
const PROVIDERS = '/settings/providers';
const FACTOR = '/account/second-factor';
const NEXT = 'another horse, another battery';
/** The boxes of each form that asks what else shall end. */
const TICKED: Fields = { withdrawTokens: 'on', unlinkProviders: 'on' };

const asking = acts.filter((_, at) => whatEnds.some(({ cells }) => cells[at] === 'asked'));
const cases = [
  ...acts.map((act) => [act, 'nothing ticked', {}] as const),
  ...asking.map((act) => [act, 'everything ticked', TICKED] as const),
];

describe('the table of what ends what', () => {
  const renderer = hold(startPeopledRenderer);
  const { submit } = visitorsOf(renderer);

  afterEach(() => renderer.stores.passwordRule.switchOn());

  const own =
    (path: string, action: string, fields: Fields = {}) =>
    ({ cookie }: Belongings, ticked: Fields = {}) =>
      submit(path, action, cookie).send({ ...fields, ...ticked });
  const byOwner =
    (path: string, action: string, fields: Fields = {}) =>
    ({ id }: Belongings, ticked: Fields = {}) =>
      renderer.send('owner', path, action, { user: String(id), ...fields, ...ticked });

  const perform: Record<Act, (person: Belongings, ticked: Fields) => Promise<supertest.Response>> =
    {
      'password changed': own('/account', 'change-password', { current: PASSWORD, next: NEXT }),
      'password reset': (person, ticked) =>
        own(person.resetLink, 'reset-password', { password: NEXT })(person, ticked),
      'signed out elsewhere': own('/account', 'end-other-sessions'),
      'signed out by an owner': byOwner(PEOPLE, 'end-sessions'),
      'first factor set up': async (person) => {
        await own(FACTOR, 'begin-app', { password: PASSWORD })(person);
        const isPending = true;
        const app = await renderer.stores.secondFactors.findApp(person.id, { isPending });
        const code = new TOTP({ secret: Secret.fromBase32(app!.secret) }).generate();
        return own(FACTOR, 'finish-app', { code, password: PASSWORD })(person);
      },
      'factor reset': byOwner(PEOPLE, 'reset-second-factor'),
      demoted: byOwner(PEOPLE, 'unmake-owner'),
      'taken off a project': byOwner('/settings/projects/web/members', 'remove-member'),
      disabled: byOwner(PEOPLE, 'disable'),
      'enabled again': async (person) => {
        await byOwner(PEOPLE, 'disable')(person);
        return byOwner(PEOPLE, 'enable')(person);
      },
      removed: byOwner(PEOPLE, 'remove', { word: 'remove' }),
      'provider unlinked': own('/account/providers', 'unlink', { issuer: ACME.issuer }),
      'provider removed': byOwner(PROVIDERS, 'remove', { provider: 'acme' }),
      'passwords off': byOwner(PROVIDERS, 'passwords'),
    };

  it('has a probe for each thing, and a cell for each act', () => {
    expect(whatEnds.map(({ thing }) => thing)).toEqual(Object.keys(createProbes(renderer)));
    for (const { cells } of whatEnds) expect(cells).toHaveLength(acts.length);
  });

  it.each(cases)('holds after “%s”, with %s', async (act, _, ticked) => {
    const isOwner = act !== 'taken off a project';
    const hasFactor = act !== 'first factor set up';
    const person = await setUpPerson(renderer, { isOwner, hasFactor });
    const answer = await perform[act](person, ticked);
    expect(answer.status).toBe(hasFactor ? 303 : 200);
    const after = { ...person, present: toCookies(person.cookie, answer) };
    const probes = createProbes(renderer);
    const asked = ticked === TICKED ? 'ends' : 'stays';
    const expected: Record<string, string> = {};
    const found: Record<string, string> = {};
    for (const { thing, cells } of whatEnds) {
      const cell = cells[acts.indexOf(act)]!;
      if (cell === '–') continue;
      expected[thing] = cell === 'asked' ? asked : cell;
      found[thing] = (await probes[thing]!(after)) ? 'stays' : 'ends';
    }
    expect(found).toEqual(expected);
  });
});
