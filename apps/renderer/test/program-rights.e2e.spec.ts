import { beforeAll, describe, expect, it } from '@jest/globals';
import { scopes } from '#product/people/accounts/rules';
import type { Scope } from '#product/people/accounts/rules';
import { hold } from '../../../test/support/hold.ts';
import { callApi, makeToken } from './support/api-client.ts';
import { listEndpoints } from './support/endpoints.ts';
import { partsOfIssue } from './support/parts-of-issue.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import { sampleEvent, sampleReport } from './support/sample-report.ts';

const ALL: readonly Scope[] = scopes;
const ISSUES: readonly Scope[] = ['event:read', 'event:write', 'event:admin'];
const TRIAGE: readonly Scope[] = ['event:write', 'event:admin'];
const KEYS: readonly Scope[] = ['project:write'];
const RELEASES: readonly Scope[] = ['org:ci', 'project:releases'];
const READING: readonly Scope[] = [...RELEASES, 'org:read', 'project:read', 'project:write'];

/**
 * Scopes with which a token of the organisation may make each call; one of them is enough. An empty
 * list refuses every token of the organisation.
 */
const table: Readonly<Record<string, readonly Scope[]>> = {
  'POST /mcp': ALL,
  'GET /mcp': ALL,
  'DELETE /mcp': ALL,
  'GET /issues/:name.md': ISSUES,
  'GET /logs.txt': ISSUES,
  'GET /performance.md': ISSUES,
  'GET /performance/:name.md': ISSUES,
  'GET /api/0': ALL,
  'GET /api/0/auth': ALL,
  'GET /api/0/organizations': ALL,
  'GET /api/0/users/me/regions': ALL,
  'GET /api/0/organizations/:org': ALL,
  'GET /api/0/organizations/:org/projects': ALL,
  'GET /api/0/projects/:org/:project': ALL,
  'GET /api/0/organizations/:org/chunk-upload': RELEASES,
  'POST /api/0/organizations/:org/chunk-upload': RELEASES,
  'POST /api/0/organizations/:org/artifactbundle/assemble': RELEASES,
  'POST /api/0/projects/:org/:project/files/difs/assemble': RELEASES,
  'GET /api/0/organizations/:org/repos': READING,
  'GET /api/0/organizations/:org/releases': READING,
  'POST /api/0/organizations/:org/releases': RELEASES,
  'GET /api/0/organizations/:org/releases/:version': READING,
  'PUT /api/0/organizations/:org/releases/:version': RELEASES,
  'DELETE /api/0/organizations/:org/releases/:version': RELEASES,
  'GET /api/0/organizations/:org/releases/:version/commits': READING,
  'GET /api/0/organizations/:org/releases/:version/previous-with-commits': READING,
  'GET /api/0/organizations/:org/releases/:version/deploys': READING,
  'POST /api/0/organizations/:org/releases/:version/deploys': RELEASES,
  'GET /api/0/projects/:org/:project/releases': READING,
  'POST /api/0/projects/:org/:project/releases': RELEASES,
  'GET /api/0/projects/:org/:project/releases/:version': READING,
  'PUT /api/0/projects/:org/:project/releases/:version': RELEASES,
  'DELETE /api/0/projects/:org/:project/releases/:version': RELEASES,
  'GET /api/0/projects/:org/:project/releases/:version/commits': READING,
  'GET /api/0/organizations/:org/members': ['member:read'],
  'GET /api/0/organizations/:org/teams': ALL,
  'GET /api/0/teams/:org/:team/projects': ALL,
  'GET /api/0/projects/:org/:project/keys': KEYS,
  'POST /api/0/projects/:org/:project/keys': [],
  'GET /api/0/projects/:org/:project/keys/:key': KEYS,
  'PUT /api/0/projects/:org/:project/keys/:key': KEYS,
  'PUT /api/0/projects/:org/:project': KEYS,
  'POST /api/0/organizations/:org/projects': [],
  'POST /api/0/teams/:org/:team/projects': [],
  'GET /api/0/projects/:org/:project/user-feedback': ISSUES,
  'GET /api/0/organizations/:org/monitors': ISSUES,
  'GET /api/0/organizations/:org/monitors/:monitor': ISSUES,
  'GET /api/0/organizations/:org/monitors/:monitor/checkins': ISSUES,
  'GET /api/0/organizations/:org/releases/:version/health': ISSUES,
  // A gate reads issues alone, and what it asks about keeps its place.
  'PUT /api/0/organizations/:org/releases/:version/watch': ISSUES,
  'GET /api/0/organizations/:org/issues': ISSUES,
  'GET /api/0/projects/:org/:project/issues': ISSUES,
  'GET /api/0/projects/:org/:project/events/:event': ISSUES,
  'GET /api/0/organizations/:org/shortids/:short': ISSUES,
  'GET /api/0/organizations/:org/eventids/:event': ISSUES,
  'PUT /api/0/organizations/:org/issues': TRIAGE,
  'PUT /api/0/projects/:org/:project/issues': TRIAGE,
  'PUT /api/0/organizations/:org/issues/:issue': TRIAGE,
  'PUT /api/0/issues/:issue': TRIAGE,
  'POST /api/0/organizations/:org/issues/:issue/notes': TRIAGE,
  'POST /api/0/issues/:issue/notes': TRIAGE,
  ...Object.fromEntries(
    partsOfIssue.flatMap((part) => [
      [`GET /api/0/organizations/:org/issues/:issue${part}`, ISSUES],
      [`GET /api/0/issues/:issue${part}`, ISSUES],
    ]),
  ),
};

const PARAMETERS: Readonly<Record<string, string>> = {
  org: 'errata',
  project: 'web',
  team: 'errata',
  monitor: '1',
  issue: '1',
  name: 'WEB-1',
  short: 'WEB-1',
  event: 'a'.repeat(32),
  key: 'release',
  version: '1.0',
};

const NOTHING: Readonly<Record<string, string>> = {
  project: 'nope',
  monitor: '99',
  issue: '99',
  name: 'WEB-99',
  short: 'WEB-99',
  event: 'f'.repeat(32),
};

describe('the scopes of tokens', () => {
  const renderer = hold(() => startPeopledRenderer({ PUBLIC_URL: 'http://errata.example' }));

  beforeAll(async () => {
    await renderer.stores.reports.record([sampleReport(1, sampleEvent())]);
    for (const scope of scopes) await makeToken(renderer, 'organisation', [scope]);
    await makeToken(renderer, 'outsider', scopes);
  });

  async function call(
    endpoint: string,
    token: string,
    parameters: Readonly<Record<string, string>> = {},
  ): Promise<number> {
    const all = { ...PARAMETERS, ...parameters };
    const [verb = '', pattern = ''] = endpoint.split(' ');
    const path = pattern.replaceAll(/:(\w+)/g, (_, name: keyof typeof all) => all[name]!);
    const method = verb.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    return (await callApi(renderer, method, path, { token })).status;
  }

  it('are listed in this table for each address of the API', () => {
    const endpoints = listEndpoints(renderer.app).filter((each) =>
      / \/(?:api\/0|mcp)(?:\/|$)|\.(?:md|txt)$/.test(each),
    );
    expect(Object.keys(table).toSorted()).toEqual(endpoints);
  });

  it.each(Object.entries(table))('%s requires one of %j', async (endpoint, allowed) => {
    const refused = [];
    for (const scope of scopes) {
      const status = await call(endpoint, `organisation-${scope}`);
      expect([401, 500]).not.toContain(status);
      if (status === 403) refused.push(scope);
    }
    expect(refused).toEqual(scopes.filter((scope) => !allowed.includes(scope)));
  });

  it.each(
    Object.keys(table).filter((each) => /:(?:issue|name|short|event|project|monitor)\b/.test(each)),
  )('%s tells a member of another project nothing', async (endpoint) => {
    const token = `outsider-${scopes.join('-')}`;
    const status = await call(endpoint, token);
    expect([400, 403, 404]).toContain(status);
    // The status must not tell whether a project, issue or event exists.
    expect(await call(endpoint, token, NOTHING)).toBe(status);
  });
});
