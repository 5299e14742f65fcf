import supertest from 'supertest';
import { giveRole, signInPeople } from './people.ts';
import { startSpecRenderer } from './spec-renderer.ts';
import type { SpecRenderer } from './spec-renderer.ts';

/** The role of each person in the project `web`; `outsider` is a member of `other` only. */
const cast = ['owner', 'admin', 'member', 'viewer', 'outsider'] as const;
export type Person = (typeof cast)[number] | 'nobody';

export interface PeopledRenderer extends SpecRenderer {
  readonly idOf: (person: Person) => number;
  readonly cookieOf: (person: Person) => string;
  readonly get: (person: Person, path: string) => supertest.Test;
  readonly send: (
    person: Person,
    path: string,
    action: string,
    fields?: Readonly<Record<string, string | readonly string[]>>,
  ) => supertest.Test;
}

const SESSION = /(?:^|,)(?<cookie>errata=[\w-]{43});/;

/** Starts a renderer with the projects `web` (1) and `other` (2), and people who are signed in. */
export async function startPeopledRenderer(
  variables: Readonly<Record<string, string>> = {},
): Promise<PeopledRenderer> {
  const renderer = await startSpecRenderer({ ERRATA_PROJECTS: 'web=1,other=2', ...variables });
  const { stores } = renderer;
  const people = await signInPeople(stores, cast);
  for (const role of ['admin', 'member', 'viewer'] as const) {
    await giveRole(stores, people[role], 1, role);
  }
  await giveRole(stores, people.outsider, 2, 'member');
  const cookieOf = (person: Person): string => (person === 'nobody' ? '' : people[person].cookie);
  const server = renderer.app.getHttpServer();
  /** Keeps another cookie of the session, as a browser does. */
  const follow = (person: Person) => (answer: supertest.Response) => {
    const { cookie } = SESSION.exec(String(answer.headers['set-cookie']))?.groups ?? {};
    if (cookie && person !== 'nobody') people[person] = { ...people[person], cookie };
  };
  return {
    ...renderer,
    idOf: (person) => (person === 'nobody' ? 0 : people[person].id),
    cookieOf,
    get: (person, path) =>
      supertest(server).get(path).set('Accept', 'text/html').set('Cookie', cookieOf(person)),
    send: (person, path, action, fields = {}) =>
      supertest(server)
        .post(`${path}?_action=${action}`)
        .on('response', follow(person))
        .set('Accept', 'text/html')
        .set('Sec-Fetch-Site', 'same-origin')
        .set('Cookie', cookieOf(person))
        .type('form')
        .send(fields),
  };
}
