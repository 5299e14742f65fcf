import { describe, expect, it } from '@jest/globals';
import * as words from './segment-words.ts';

describe('the words of Performance', () => {
  it.each([
    ['request', 'GET /orders/{id}', { method: 'GET', name: '/orders/{id}' }],
    ['request', '/orders/{order_id}', { name: '/orders/{order_id}' }],
    ['request', 'GET', { name: 'GET' }],
    ['job', 'jobs.confirm', { method: 'job', name: 'jobs.confirm' }],
  ] as const)('take the method off the %s %j', (kind, name, split) => {
    expect(words.splitName({ kind, name })).toEqual(split);
  });

  it.each([
    [1.849, '1.8 × slower'],
    [12.4, '12 × slower'],
  ])('say of a p95 that is %p of the one before: %s', (factor, text) => {
    const title = `p95 is ${text} in 1.5.0 than in 1.4.0`;
    const change = words.toChange({ factor, release: '1.5.0', before: '1.4.0' });
    expect(change).toEqual({ text, isAlarming: true, title });
  });

  it.each([
    // Express names a route with its method, and Python without it.
    ['request', 'GET /orders/:id', false, 'transaction:["GET /orders/:id", /orders/:id]'],
    ['request', 'POST /orders', false, 'transaction:["POST /orders", /orders]'],
    ['request', 'GET /orders/{id}', false, 'transaction:["GET /orders/{id}", /orders/{id}]'],
    ['request', 'GET /books/{id}/a', true, 'transaction:["GET /books/"*/a, /books/*/a]'],
    ['page', '/wares/{slug}', true, 'transaction:/wares/*'],
    ['job', 'mail for {id}', false, 'transaction:"mail for "*'],
    ['task', 'say "hello"', false, String.raw`transaction:"say \"hello\""`],
  ] as const)(
    'search issues of the %s %j (address: %j) by what events say',
    (kind, name, isAddress, search) => {
      expect(words.toIssuesSearch({ id: 1, projectId: 1, kind, name, isAddress })).toBe(search);
    },
  );

  it.each([
    [20, 30, '1.5', '30 in all, estimated from 3'],
    [0.5, 3, '6', '3 in all'],
    [1440, 0, '0', '0 in all, estimated from 3'],
  ])('count by minute, in %p minutes with %p requests', (minutes, requests, rate, told) => {
    const totals = { seen: 3, requests, failed: 1, cancelled: 1234, totalMs: 0 };
    const times = { p50Ms: 43, p75Ms: 50, p95Ms: 400, p99Ms: 900 };
    const facts = words.toFacts({ ...totals, ...times }, { fromMs: 0, toMs: minutes * 60_000 });
    expect(facts[1]).toEqual(['p95', '0.4 s', 'p99 0.9 s']);
    expect(facts[2]).toEqual(['A minute', rate, told]);
    expect(facts[3]?.[2]).toBe('1,234 cancelled');
  });

  it('tell days that have segments, and what has no name of its own', () => {
    const told = 'p95 of 14 days: at most 1.2 s, 0.4 s on the last';
    expect(words.tellDays([undefined, 1200, 400, undefined])).toBe(told);
    expect(words.tellDays([undefined])).toBe('Nothing in 14 days');
    const page = { rows: [], found: 2, fromMs: 0, requests: 1234, failed: 0, totalMs: 9 };
    expect(
      words.tellFound({ ...page, others: { requests: 7, totalMs: 6 } }, 'in the last hour'),
    ).toBe(
      '2 names, 1,234 times in the last hour, of which 0 % failed. 7 more have rarer names, which are counted together.',
    );
  });
});
