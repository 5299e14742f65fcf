import { describe, expect, it, test } from '@jest/globals';
import { toPayloadScript } from '#shared';
import type { JsonValue } from '#shared';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { JsonText } from '../../../../ui/json-value.tsx';
import { costOfFact } from './bounded-list.ts';
import { costOfJson, costOfText, fitText } from './document-cost.ts';

const TEXTS = ['plain', '<"&\'>\\', 'naïve €', '😀', '\ud800', '\n\u0001', ''];

function bytesInDocument(shown: string, value: unknown): number {
  const markup = renderToStaticMarkup(createElement('i', {}, shown)).slice('<i></i>'.length);
  return Buffer.byteLength(markup) + Buffer.byteLength(toPayloadScript(value));
}

test.each(TEXTS)('costOfText covers the markup and the payload of the text %j', (text) => {
  expect(costOfText(text) + '""'.length).toBeGreaterThanOrEqual(bytesInDocument(text, text));
});

test.each([[TEXTS], [{ '<name>': [1, { deep: null }] }], [7]])(
  'costOfJson covers the markup and the payload of the indented value %j',
  (value) => {
    const shown = JSON.stringify(value, null, 2);
    expect(costOfJson(value)).toBeGreaterThanOrEqual(bytesInDocument(shown, value));
  },
);

const WIDE = Object.fromEntries(TEXTS.map((text, index) => [`${text}${index}`, text.repeat(200)]));

test.each<[string, JsonValue]>([
  ['names with long texts', WIDE],
  ['folds in folds', { a: { b: { c: { d: { e: { f: { g: { h: { i: [WIDE] } } } } } } } } }],
  ['small folds', Array.from({ length: 50 }, () => ({ x: 'y'.repeat(90) }))],
  ['a list of numbers', Array.from({ length: 200 }, (_, index) => index)],
  ['a long text', '"'.repeat(900)],
])('costOfFact covers the markup and the payload of a tree with %s', (_, value) => {
  const markup = renderToStaticMarkup(createElement(JsonText, { value }));
  const bytes = Buffer.byteLength(markup) + Buffer.byteLength(toPayloadScript(value));
  expect(costOfFact(['', value])).toBeGreaterThanOrEqual(bytes);
});

describe('fitText', () => {
  it('leaves a text unchanged that fits', () => {
    expect(fitText('plain', 10)).toBe('plain');
  });

  it('takes as much of a text as fits, and halves no character', () => {
    expect(fitText('plain text', 10)).toBe('plain…');
    expect(fitText('😀😀', 20)).toBe('…');
  });
});
