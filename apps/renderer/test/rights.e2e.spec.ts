import { globSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createAttachment, createGroupedEvent, createReport } from '#product/testing';
import { hold } from '../../../test/support/hold.ts';
import { CRON_OFF } from './rights/crons.rights.ts';
import { actsElsewhere, kindsElsewhere, silentActs } from './rights/silent-acts.ts';
import { ALL_200, QUOTED } from './rights/rights-row.ts';
import type { Fixture, Request, Row } from './rights/rights-row.ts';
import { listEndpoints } from './support/endpoints.ts';
import { giveRole, signIn, signInPeople } from './support/people.ts';
import type { Person } from './support/people.ts';
import { startSpecRenderer } from './support/spec-renderer.ts';

const people = ['viewer', 'member', 'outsider', 'admin', 'owner'] as const;
type Known = (typeof people)[number];

/** Visitors in the order of the table. `outsider` is a member of another project. */
const visitors = ['nobody', ...people] as const;

const folder = join(import.meta.dirname, 'rights');
const files = readdirSync(folder).filter((name) => name.endsWith('.rights.ts'));
const parts = await Promise.all(
  files.map((name) => import(join(folder, name)) as Promise<{ readonly rows: readonly Row[] }>),
);
// The demo fills projects in the background, so its rows come last.
const isOfDemo = ([endpoint]: Row): number => (endpoint.includes('/demo') ? 1 : 0);
const table = parts.flatMap(({ rows }) => rows).toSorted((a, b) => isOfDemo(a) - isOfDemo(b));

/** The specs that do acts: `audit-sentences.spec.ts` does none. */
function readSpecs(): string {
  const root = join(import.meta.dirname, '../../..');
  const paths = globSync(['apps/renderer/test/**/*.spec.ts', 'libs/product/**/*.spec.ts'], {
    cwd: root,
  });
  return paths.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');
}

function letGo(answer: supertest.Response, done: (error: null, body: string) => void): void {
  (answer as unknown as IncomingMessage).destroy();
  done(null, '');
}

async function fill({ fields }: Request, fixture: Fixture): Promise<object> {
  return (await fields?.(fixture)) ?? {};
}

describe('the rights of people', () => {
  const renderer = hold(() => startSpecRenderer({ ERRATA_PROJECTS: 'app=1,web=2' }));
  let known: Record<Known, Person>;
  let eventId: string;

  beforeAll(async () => {
    const { stores } = renderer;
    const { owner, ...others } = await signInPeople(stores, ['owner', ...people.slice(0, -1)]);
    known = { owner, ...others };
    await giveRole(stores, known.viewer, 1, 'viewer');
    await giveRole(stores, known.member, 1, 'member');
    await giveRole(stores, known.admin, 1, 'admin');
    await giveRole(stores, known.outsider, 2, 'member');
    const event = createGroupedEvent({ event: QUOTED });
    ({ eventId } = event.event);
    const attachment = createAttachment('text', { eventId });
    await stores.reports.record([createReport(1, [event], { attachments: [attachment] })]);
  });

  it('are stated in the folder rights for every route and action', () => {
    expect(table.map(([endpoint]) => endpoint).toSorted()).toEqual(listEndpoints(renderer.app));
  });

  async function ask(who: (typeof visitors)[number], [endpoint, , request = {}]: Row) {
    const person = await enter(who);
    const session = await findSession(person);
    const fixture = { renderer, issueId: 1, eventId, session };
    const [method = '', pattern = '', action = ''] = endpoint.split(' ');
    const path = (await request.path?.(fixture)) ?? pattern;
    const http = supertest(renderer.app.getHttpServer());
    const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    const asked = action ? http.post(`${path}?_action=${action}`).type('form') : http[verb](path);
    void asked
      .set('Cookie', person?.cookie ?? '')
      .set('Accept', 'text/html')
      .set('Origin', 'http://localhost:3000');
    if (request.isEndless) void asked.buffer(false).parse(letGo);
    const fields = action ? await fill(request, fixture) : undefined;
    const before = await renderer.stores.audit.count();
    const { status } = await asked.send(fields);
    return { status, lines: (await renderer.stores.audit.count()) - before };
  }

  /** Signs in anew for each request, because some requests end the session. */
  async function enter(who: (typeof visitors)[number]): Promise<Person | undefined> {
    return who === 'nobody' ? undefined : await signIn(renderer.stores, known[who].id);
  }

  async function findSession(person: Person | undefined): Promise<number> {
    if (!person) return 1;
    const sessions = await renderer.stores.sessions.list(person.id, LATEST);
    return sessions.at(-1)?.id ?? 1;
  }

  const LATEST = { nowMs: Date.now(), limit: 100 };

  it('are given to acts that write a line, but for those of the table of silent acts', () => {
    const endpoints = table.map(([endpoint]) => endpoint);
    expect(endpoints).toEqual(expect.arrayContaining([...silentActs, ...actsElsewhere]));
    const specs = readSpecs();
    expect(kindsElsewhere.filter((kind) => !specs.includes(`'${kind}'`))).toEqual([]);
  });

  it.each(table)('%s answers %j, and writes a line unless it is silent', async (...row) => {
    const answers: number[] = [];
    let lines = 0;
    // Requests run one after the other, because some change what the next request finds.
    for (const who of visitors) {
      const asked = await ask(who, row);
      answers.push(asked.status);
      lines += asked.lines;
    }
    expect(answers).toEqual(row[1]);
    if (row[0].startsWith('GET ') || actsElsewhere.includes(row[0])) return;
    expect(lines > 0).toBe(!silentActs.includes(row[0]));
  });

  it('do not let a member switch a monitor on by a mute', async () => {
    const request = { ...CRON_OFF, fields: () => ({ to: 'active' }) };
    const answer = await ask('member', ['POST /crons/:id mute', ALL_200, request]);
    expect(answer.status).toBe(422);
  });
});
