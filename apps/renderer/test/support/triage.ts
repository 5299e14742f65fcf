import supertest from 'supertest';
import { createGroupedEvent, createReport } from '#product/testing';
import type { DocumentPayload } from '#shared';
import { listenOnLoopback } from '../platform/harness/index.ts';
import { giveRole, signInPeople } from './people.ts';
import type { Person } from './people.ts';
import { startSpecRenderer } from './spec-renderer.ts';
import type { SpecRenderer } from './spec-renderer.ts';

export type Known = 'owner' | 'ada' | 'ann' | 'bob' | 'eve' | 'vic';

/**
 * A console with issues of `web` and `api`. Ada is the admin of `web`, Ann and Bob are members and
 * Vic is a viewer. Eve is a member of `api`. Each spec adds issues of its own.
 */
export class Triage {
  private reports = 0;

  private constructor(
    readonly renderer: SpecRenderer,
    readonly people: Record<Known, Person>,
  ) {}

  static async start(variables: Readonly<Record<string, string>> = {}): Promise<Triage> {
    const renderer = await startSpecRenderer({ ERRATA_PROJECTS: 'web=1,api=2', ...variables });
    const { stores } = renderer;
    const names = ['owner', 'ada', 'ann', 'bob', 'eve', 'vic'] as const;
    const people = await signInPeople(stores, names);
    await giveRole(stores, people.ada, 1, 'admin');
    await giveRole(stores, people.ann, 1, 'member');
    await giveRole(stores, people.bob, 1, 'member');
    await giveRole(stores, people.eve, 2, 'member');
    await giveRole(stores, people.vic, 1, 'viewer');
    return new Triage(renderer, people);
  }

  /** Adds an issue, by default to `web`, seen just now and after all others. */
  async add({
    projectId = 1,
    release,
    tags,
    type = 'TypeError',
  }: {
    projectId?: number;
    release?: string;
    tags?: ReadonlyMap<string, string>;
    type?: string;
  } = {}): Promise<number> {
    this.reports += 1;
    const nowMs = Date.now();
    const group = `group ${this.reports}`;
    await this.renderer.stores.reports.record([
      createReport(this.reports, [
        createGroupedEvent({
          groupedBy: group,
          grouping: { type, value: group },
          event: {
            projectId,
            occurredAtMs: nowMs - 1000,
            receivedAtMs: nowMs,
            ...(release === undefined ? {} : { release }),
            ...(tags ? { tags } : {}),
          },
        }),
      ]),
    ]);
    const issues = await this.renderer.stores.issues.list({ limit: 1000 });
    return issues.find(({ value }) => value === group)?.id ?? 0;
  }

  /** Adds this many issues in one report, and returns their ids in ascending order. */
  async addMany(
    count: number,
    { type = 'TypeError', projectId = 1 }: { type?: string; projectId?: number } = {},
  ): Promise<number[]> {
    this.reports += 1;
    const nowMs = Date.now();
    const groups = Array.from({ length: count }, (_, index) => `${type} ${this.reports} ${index}`);
    const recorded = await this.renderer.stores.reports.record([
      createReport(
        this.reports,
        groups.map((group) =>
          createGroupedEvent({
            groupedBy: group,
            grouping: { type, value: group },
            event: { projectId, occurredAtMs: nowMs - 1000, receivedAtMs: nowMs },
          }),
        ),
      ),
    ]);
    return recorded.events.map(({ issueId }) => issueId).toSorted((one, other) => one - other);
  }

  async addEvent(issueId: number): Promise<void> {
    const { stores } = this.renderer;
    const { value = '', projectId = 1 } = (await stores.issues.find(issueId)) ?? {};
    this.reports += 1;
    const nowMs = Date.now();
    await stores.reports.record([
      createReport(this.reports, [
        createGroupedEvent({
          groupedBy: value,
          grouping: { type: 'TypeError', value },
          event: { projectId, occurredAtMs: nowMs, receivedAtMs: nowMs },
        }),
      ]),
    ]);
  }

  submit(path: string, action: string, fields: object, who: Known = 'ann'): supertest.Test {
    return this.http()
      .post(`${path}${path.includes('?') ? '&' : '?'}_action=${action}`)
      .set('Origin', 'http://localhost:3000')
      .set('Accept', 'text/html')
      .set('Cookie', this.people[who].cookie)
      .type('form')
      .send(fields);
  }

  async open(
    path: string,
    { who = 'ann', after }: { who?: Known; after?: supertest.Response } = {},
  ) {
    const told = ((after?.headers['set-cookie'] ?? []) as unknown as string[]).map(
      (cookie) => cookie.split(';')[0],
    );
    const answer = await this.http()
      .get(path)
      .set('Accept', 'text/html')
      .set('Cookie', [this.people[who].cookie, ...told].join('; '));
    const { text, status } = answer;
    const json =
      /id="document-payload">(?<json>.*?)<\/script>/s.exec(text)?.groups?.['json'] ?? '{}';
    const payload = JSON.parse(json) as DocumentPayload;
    return {
      status,
      location: answer.headers['location'],
      payload,
      html: text.slice(0, text.indexOf('<script type="application/json"')),
    };
  }

  async listen(): Promise<string> {
    return listenOnLoopback(this.renderer);
  }

  end(): Promise<void> {
    return this.renderer.end();
  }

  async stateOf(issueId: number) {
    return (await this.renderer.stores.issues.find(issueId))?.state;
  }

  private http() {
    return supertest(this.renderer.app.getHttpServer());
  }
}
