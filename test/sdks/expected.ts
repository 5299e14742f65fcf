import { expect } from '@jest/globals';
import type { StartedErrata } from '../support/started-errata.ts';

interface Route {
  readonly dsn: string;
  readonly tunnel?: string;
}

export const routes = {
  'the tunnel of the console': ({ dsn }: StartedErrata): Route => ({ dsn, tunnel: '/monitoring' }),
  'the relay, by its DSN': ({ dsn, relayUrl }: StartedErrata): Route => ({
    dsn: dsn.replace(/(?<=@)[^/]+/, new URL(relayUrl).host),
  }),
} as const;

/** Clients count sessions with every event, so each spec about sums has a project of its own. */
const PROJECTS = ['app', 'sessions', 'python', 'logs', 'node11', 'node10', 'pages'] as const;

export const settings = {
  ERRATA_PROJECTS: PROJECTS.map((slug, index) => `${slug}=${index + 1}:key${slug}`).join(),
};

/** Returns the DSN of another project at the same address. */
export function toDsn({ dsn }: Route, project: (typeof PROJECTS)[number]): string {
  const { host } = new URL(dsn);
  return `http://key${project}@${host}/${PROJECTS.indexOf(project) + 1}`;
}

export const anyEvent = {
  release: 'shop@1.4.2',
  environment: 'staging',
  tags: expect.arrayContaining([['customer', 'gold']]),
  user: { id: 'user-7', email: 'ada@example.org' },
  breadcrumbs: expect.arrayContaining([
    expect.objectContaining({ category: 'cart', message: 'opened the cart', level: 'info' }),
  ]),
};

export const cartIsEmpty = expect.objectContaining({
  type: 'TypeError',
  value: "Cannot read properties of undefined (reading 'price')",
  frames: expect.arrayContaining([
    expect.objectContaining({
      function: expect.stringMatching(/totalOf$/),
      line: expect.any(Number),
    }),
  ]),
});

export const cartWasEmptied = { level: 'warning', message: 'The cart was emptied' };

export const cannotPay = expect.objectContaining({
  message: 'I cannot pay.',
  name: 'Ada',
  email: 'ada@example.org',
});
