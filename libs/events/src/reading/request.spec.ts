import { describe, expect, it } from '@jest/globals';
import { CutNotes } from '../json/cut-notes.ts';
import { normaliseRequest } from './request.ts';

describe('normaliseRequest', () => {
  it('reads 64 kB of a form at most, up to the last whole field', () => {
    const notes = new CutNotes();
    const data = `a=${'b'.repeat(65_000)}&c=${'d'.repeat(1000)}&${'e&'.repeat(500_000)}`;
    const body = normaliseRequest({ url: 'https://a.example', data }, notes)?.body;
    expect(Object.keys(body as object)).toEqual(['a']);
    expect(notes.list()).toContain('the body: fields behind 65536 characters left out');
  });

  it('reads 64 kB of a text of cookies at most', () => {
    const notes = new CutNotes();
    const cookies = `a=${'b'.repeat(65_530)};c=1;${'e;'.repeat(500_000)}`;
    const request = normaliseRequest({ url: 'https://a.example', cookies }, notes);
    expect(request?.cookies).toEqual(['a', 'c']);
    expect(notes.list()).toEqual(['cookies: those behind 65536 characters left out']);
  });
});
