import { expect, test } from '@jest/globals';
import { summariseContext } from './context-summary.ts';

test('the summary of a context names its values, the most telling first', () => {
  expect(summariseContext({ build: 7, version: 'v20.20.2', name: 'node', type: 'runtime' })).toBe(
    'name node, version v20.20.2, build 7',
  );
});

test('the summary of a context leaves out nested and long values', () => {
  const values = {
    type: 'cloud',
    nested: { a: 1 },
    span_id: 'f0f0',
    id: 7,
    text: 'x'.repeat(50),
    zone: 2,
    on: true,
  };
  expect(summariseContext(values)).toBe('zone 2, on true');
  expect(summariseContext({ nested: { a: 1 }, none: null })).toBe('');
});

test('the summary of a context names ids only when the context has nothing else', () => {
  const span_id = '8c931f4740435fb8';
  const trace_id = '4c79f60c11214eb38604f4ae0781bfb2';
  expect(summariseContext({ type: 'trace', span_id, trace_id })).toBe(
    `span_id ${span_id}, trace_id ${trace_id}`,
  );
  expect(summariseContext({ span_id, op: 'http.server' })).toBe('op http.server');
});

test('the summary of a context has at most 80 characters', () => {
  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`name${index}`, 'value']),
  );
  expect(summariseContext(many).length).toBeLessThanOrEqual(80);
  expect(summariseContext({ ['x'.repeat(90)]: 1, zone: 2 })).toBe('zone 2');
});
