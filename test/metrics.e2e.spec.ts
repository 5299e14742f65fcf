import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { readRelayConfig } from '../apps/monitoring-relay/src/config/relay-config.ts';
import { createRelay } from '../apps/monitoring-relay/src/create-relay.ts';
import { product } from '../apps/monitoring-relay/src/product.ts';
import { readRendererConfig } from '../apps/renderer/src/config/renderer-config.ts';
import { createRenderer } from '../apps/renderer/src/create-renderer.ts';
import { eventually } from './support/eventually.ts';
import { root } from '../scripts/support/root.mjs';
import { findFreePorts } from './support/free-ports.ts';
import {
  asReader,
  findSample,
  METRICS_TOKEN,
  parseMetrics,
  readMetrics,
  readMetricsText,
} from './support/metrics.ts';
import { toPass } from './support/set-up-pass.ts';

const KEY = 'a1b2c3';
const REPORT = '{}\n{"type":"event"}\n{"message":"kept"}';
const DASHBOARD = join(root, 'docs/grafana/errata.json');
const METRIC = /\b(?:errata|process|nodejs)_\w+/g;

interface Dashboard {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
}

let dataDir: string;
let relay: Awaited<ReturnType<typeof createRelay>>;
let renderer: Awaited<ReturnType<typeof createRenderer>>;
let relayUrl: string;
let url: string;
let pass: { readonly Cookie: string };

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'errata-metrics-'));
  const [port] = await findFreePorts(1);
  const settings = {
    DATA_DIR: dataDir,
    MONITORING_DSN: 'off',
    LOG_LEVEL: 'error',
    METRICS_TOKEN,
    ERRATA_PROJECTS: `app=1:${KEY}`,
  };
  relay = await createRelay(readRelayConfig({ ...settings, RELAY_PORT: '0' }), {
    product: (await product.inPlace?.()) ?? product,
  });
  await relay.listen();
  relayUrl = relay.url!;
  renderer = await createRenderer(
    readRendererConfig({ ...settings, PORT: String(port), RELAY_URL: relayUrl }),
  );
  await renderer.listen();
  pass = toPass((renderer.product.notices ?? []).join('\n'));
  url = `http://127.0.0.1:${(renderer.app.getHttpServer().address() as AddressInfo).port}`;
  await useEverything();
  // Some process metrics exist only from the second reading on.
  await Promise.all([relayUrl, url].map(readMetricsText));
});

afterAll(async () => {
  await renderer.close();
  await relay.close();
  rmSync(dataDir, { recursive: true });
});

async function useEverything(): Promise<void> {
  const send = (key: string, to: string) =>
    request(to).post('/api/1/envelope/').query({ sentry_key: key }).send(REPORT);
  await send(KEY, relayUrl).expect(200);
  await send(KEY, url).expect(200);
  // While a slow database has not answered about a key, the relay asks the sender to retry.
  await eventually('a refusal', async () => (await send('unknown', url)).status === 403);
  const issues = () => request(url).get('/issues').set(pass);
  await issues().set('Accept', 'text/html').expect(200);
  await issues().set('Router-State', '?').expect(200);
  await issues().set('Router-State', '?').set('Router-Prefetch', 'page');
  await request(url).get('/nowhere').set('Accept', 'text/html').expect(404);
  await request(url)
    .post('/issues?_action=nothing')
    .set({ Origin: new URL(url).origin, ...pass })
    .type('form')
    .send({ a: 'b' })
    .expect(404);
  await eventually('processed reports', async () => {
    const metrics = await readMetrics(relayUrl);
    return findSample(metrics, 'errata_relay_processed_reports_total', {}) === 2;
  });
  // The renderer counts a refusal only when its sender has read the answer.
  await eventually('the refusals', async () => {
    const metrics = await readMetrics(url);
    const refused = { status_class: '4xx' };
    return (
      findSample(metrics, 'errata_renderer_passage_seconds_count', refused) === 1 &&
      findSample(metrics, 'errata_renderer_action_seconds_count', refused) === 1
    );
  });
}

describe.each([
  ['the relay', () => relayUrl],
  ['the renderer', () => url],
])('/metrics of %s', (_name, at) => {
  it('gives each metric once, with type and help, as Prometheus reads it', async () => {
    const text = await readMetricsText(at());
    const families = parseMetrics(text);
    const names = families.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(20);
    expect(new Set(names).size).toBe(names.length);
    expect(families.filter(({ help, type }) => help === '' || type === 'UNTYPED')).toEqual([]);
    const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const identities = samples.map((line) => line.slice(0, line.lastIndexOf(' ')));
    expect(new Set(identities).size).toBe(identities.length);
    for (const line of samples)
      expect(line).toMatch(/^[a-z_]\w*(?:\{.*\})? (?:-?[\d.]+(?:e[+-]\d+)?|\+Inf|Nan)$/);
  });

  it('has names and units as Prometheus wants them', async () => {
    const own = parseMetrics(await readMetricsText(at())).filter(({ name }) =>
      name.startsWith('errata_'),
    );
    for (const { name, type } of own) {
      expect(name.endsWith('_total')).toBe(type === 'COUNTER');
      expect(name).not.toMatch(/_(?:ms|milliseconds|minutes|kb|mb)(?:_|$)/);
    }
  });
});

it('the renderer counts pages, page data, prefetches and actions by the pattern of their route', async () => {
  const metrics = await readMetrics(url);
  const pages = (labels: object) =>
    findSample(metrics, 'errata_renderer_page_seconds_count', labels);
  expect(pages({ route: '/issues', kind: 'document', status_class: '2xx' })).toBe(1);
  expect(pages({ route: '/issues', kind: 'data', status_class: '2xx' })).toBe(1);
  expect(pages({ route: '/issues', kind: 'prefetch' })).toBe(1);
  expect(pages({ route: 'none', kind: 'other', status_class: '4xx' })).toBe(1);
  const actions = { route: '/issues', status_class: '4xx' };
  expect(findSample(metrics, 'errata_renderer_action_seconds_count', actions)).toBe(1);
});

it('the renderer counts the reports that it passes on, and its requests to the relay', async () => {
  const metrics = await readMetrics(url);
  const passages = (status_class: string) =>
    findSample(metrics, 'errata_renderer_passage_seconds_count', { status_class });
  expect([passages('2xx'), passages('4xx')]).toEqual([1, 1]);
  const fetches = { status_class: '2xx' };
  expect(findSample(metrics, 'errata_renderer_ready', {})).toBe(1);
  // The first page may be sent before a slow relay answers, so the page is asked for again.
  await eventually('an answer of the relay', async () => {
    await request(url).get('/issues').set(pass).set('Router-State', '?');
    const asked = findSample(
      await readMetrics(url),
      'errata_renderer_fetch_seconds_count',
      fetches,
    );
    return (asked ?? 0) > 0;
  });
});

it('the renderer does not give out the metrics of the relay', async () => {
  expect(await readMetricsText(url)).not.toContain('errata_relay_');
  for (const path of ['/api/1/metrics', '/monitoring/metrics', '/api/metrics']) {
    const { text } = await request(url).get(path).set(asReader);
    expect(text).not.toContain('errata_relay_');
  }
});

it('/metrics does not exist for callers without a token, this machine included', async () => {
  await request(url).get('/metrics').expect(404);
  await request(relayUrl).get('/metrics').expect(404);
});

describe('the Grafana dashboard', () => {
  async function listLabels(): Promise<Map<string, Set<string>>> {
    const texts = await Promise.all([relayUrl, url].map(readMetricsText));
    const known = new Map<string, Set<string>>();
    for (const line of texts.join('\n').split('\n')) {
      const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? [];
      if (!name) continue;
      const found = [...labels.matchAll(/(\w+)="/g)].map(([, label]) => label!);
      known.set(name, new Set([...(known.get(name) ?? []), ...found]));
    }
    return known;
  }

  function listQueries(): string[] {
    const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as Dashboard;
    return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  }

  it('queries existing metrics, with labels that they have', async () => {
    const known = await listLabels();
    for (const query of listQueries()) {
      const names = query.match(METRIC) ?? [];
      expect(names.length).toBeGreaterThan(0);
      const by = /by \((?<labels>[^)]*)\)/.exec(query)?.groups?.['labels'];
      for (const name of names) {
        expect([...known.keys()]).toContain(name);
        expect([...(known.get(name) ?? [])]).toEqual(expect.arrayContaining(by?.split(', ') ?? []));
      }
    }
  });

  it('shows every metric of Errata', async () => {
    const queries = listQueries().join('\n');
    const texts = await Promise.all([relayUrl, url].map(readMetricsText));
    const own = texts.flatMap(parseMetrics).filter(({ name }) => name.startsWith('errata_'));
    expect(own.length).toBeGreaterThan(10);
    expect(own.filter(({ name }) => !queries.includes(name))).toEqual([]);
  });
});

describe('the request id of the renderer', () => {
  it('reaches the relay with the questions of a page', async () => {
    const seen: unknown[] = [];
    relay.app.getHttpServer().on('request', ({ headers }: { headers: Record<string, string> }) => {
      seen.push(headers['x-request-id']);
    });
    const asked: unknown[] = [];
    await eventually('a page that asks the relay', async () => {
      const page = await request(url)
        .get('/issues')
        .set({ Accept: 'text/html', ...pass });
      asked.push(page.headers['x-request-id']);
      return seen.length > 0;
    });
    expect(asked).toContain(seen[0]);
  });

  it('replaces the id of a sender, and comes back with the answer to a report', async () => {
    const answer = await request(url)
      .post('/api/1/envelope/')
      .query({ sentry_key: KEY })
      .set('X-Request-Id', 'not-trusted')
      .send(REPORT);
    expect(answer.headers['x-request-id']).toMatch(/^[\da-f]{12}-/);
  });
});
