import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DeferredDatum } from '#shared';
import { createElement, Suspense, use } from 'react';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import type { PageStream } from '../build/view-renderer.ts';
import { streamDocument } from './document-stream.ts';
import type { FlushedHtml } from '../build/flushed-html.ts';

const NONCE = 'bm9uY2U=';
const FRAME = { start: '<html><div>', afterTree: '</div><payload>', end: '</html>' };
const SHELL = '<main>shell</main>';

class HandStream implements PageStream {
  readonly settled: DeferredDatum[] = [];
  readonly aborted: unknown[] = [];
  destination!: FlushedHtml;

  constructor(private readonly shell: string) {}

  pipe(destination: unknown): void {
    this.destination = destination as FlushedHtml;
    this.send(this.shell);
  }

  settle(datum: DeferredDatum): void {
    this.settled.push(datum);
  }

  abort(reason: unknown): void {
    this.aborted.push(reason);
  }

  send(html: string): void {
    this.destination.write(html);
    this.destination.flush();
  }
}

class Datum {
  settle!: (datum: DeferredDatum) => void;
  readonly promise = new Promise<DeferredDatum>((resolve) => (this.settle = resolve));
}

function scriptOf(name: string, data: string): string {
  const json = `{"segment":0,"name":"${name}","data":"${data}"}`;
  return `<script nonce="${NONCE}">(self.pageDeferred??=[]).push(JSON.parse(${JSON.stringify(json)}))</script>`;
}

describe('streamDocument', () => {
  let stream: HandStream;
  let visitor: AbortController;

  beforeEach(() => {
    stream = new HandStream(SHELL);
    visitor = new AbortController();
  });

  function begin(...data: Datum[]): AsyncGenerator<string> {
    return streamDocument({
      frame: FRAME,
      stream,
      settling: data.map(({ promise }) => promise),
      nonce: NONCE,
      signal: visitor.signal,
    });
  }

  async function rest(pieces: AsyncGenerator<string>): Promise<string> {
    let text = '';
    for await (const piece of pieces) text += piece;
    return text;
  }

  it('begins with the shell in its frame, before any datum has settled', async () => {
    const pieces = begin(new Datum());
    expect(await pieces.next()).toMatchObject({
      value: '<html><div><main>shell</main></div><payload>',
    });
  });

  it('puts the scripts of the shell behind the tree', async () => {
    const script = `<script nonce="${NONCE}">$RC()</script>`;
    stream = new HandStream(`${SHELL}${script}`);
    const pieces = begin(new Datum());
    expect((await pieces.next()).value).toBe(
      `<html><div><main>shell</main></div><payload>${script}`,
    );
  });

  it('tells the rendering of each datum, and puts its script before its region', async () => {
    const [one, two] = [new Datum(), new Datum()];
    const pieces = begin(one, two);
    await pieces.next();
    const piece = pieces.next();
    const line = { segment: 0, name: 'two', data: '2' };
    two.settle(line);
    await turn();
    expect(stream.settled).toEqual([line]);
    expect((await piece).value).toBe(scriptOf('two', '2'));
    stream.send('<b>two</b>');
    expect((await pieces.next()).value).toBe('<b>two</b>');
    one.settle({ segment: 0, name: 'one', data: '1' });
    await turn();
    stream.send('<b>one</b>');
    expect((await pieces.next()).value).toBe(`${scriptOf('one', '1')}<b>one</b>`);
    stream.destination.end();
    expect(await rest(pieces)).toBe('</html>');
  });

  it('writes a datum such that it cannot end its script', async () => {
    const one = new Datum();
    const pieces = begin(one);
    await pieces.next();
    one.settle({ segment: 0, name: 'one', data: '</script><!--' });
    expect((await pieces.next()).value).not.toMatch(/<\/script>.*<\/script>|<!--/);
  });

  it('sends no part of a region before the region is whole', async () => {
    const one = new Datum();
    const pieces = begin(one);
    await pieces.next();
    one.settle({ segment: 0, name: 'one', data: '1' });
    stream.destination.write('<b>half');
    expect((await pieces.next()).value).toBe(scriptOf('one', '1'));
    stream.send(' whole</b>');
    expect((await pieces.next()).value).toBe('<b>half whole</b>');
  });

  it('lasts until all data have settled, even when the rendering has ended', async () => {
    const one = new Datum();
    const pieces = begin(one);
    await pieces.next();
    stream.destination.end();
    const piece = pieces.next();
    one.settle({ segment: 0, name: 'one', data: '1' });
    expect((await piece).value).toBe(scriptOf('one', '1'));
    expect(await rest(pieces)).toBe('</html>');
  });

  it('lasts until the rendering has ended, even when all data have settled', async () => {
    const one = new Datum();
    const pieces = begin(one);
    await pieces.next();
    one.settle({ segment: 0, name: 'one', data: '1' });
    await pieces.next();
    const piece = pieces.next();
    stream.send('<b>one</b>');
    expect((await piece).value).toBe('<b>one</b>');
    const end = rest(pieces);
    stream.destination.end();
    expect(await end).toBe('</html>');
  });

  it('leaves out no datum that settles unread after the rendering has ended', async () => {
    const one = new Datum();
    const pieces = begin(one);
    await pieces.next();
    stream.destination.end();
    one.settle({ segment: 0, name: 'one', data: '1' });
    await turn();
    expect(await rest(pieces)).toBe(`${scriptOf('one', '1')}</html>`);
  });

  it('ends a complete document when the rendering fails', async () => {
    const pieces = begin();
    await pieces.next();
    stream.destination.destroy();
    expect(await rest(pieces)).toBe('</html>');
  });

  describe('a visitor who leaves', () => {
    it('ends the document at once, and ends the rendering with the reason', async () => {
      const pieces = begin(new Datum());
      await pieces.next();
      const end = rest(pieces);
      await turn();
      const reason = new Error('The visitor has left.');
      visitor.abort(reason);
      expect(await end).toBe('</html>');
      expect(stream.aborted).toEqual([reason]);
    });

    it('ends the document at once also when gone before its start', async () => {
      visitor.abort(new Error('The visitor has left.'));
      const pieces = begin(new Datum());
      await pieces.next();
      expect(await rest(pieces)).toBe('</html>');
      expect(stream.aborted).toHaveLength(1);
    });

    it('leaves a rendering alone that has ended', async () => {
      const pieces = begin();
      await pieces.next();
      stream.destination.end();
      await rest(pieces);
      visitor.abort(new Error('The visitor has left.'));
      expect(stream.aborted).toHaveLength(0);
    });
  });

  it('carries the rendering of React whole, even when it is larger than one piece', async () => {
    const words = 'x'.repeat(30_000);
    const data = Array.from({ length: 8 }, () => new Datum());
    const rendering = await renderRegions(data);
    const pieces = streamDocument({
      frame: FRAME,
      stream: rendering,
      settling: data.map(({ promise }) => promise),
      nonce: NONCE,
      signal: visitor.signal,
    });
    const shell = await pieces.next();
    for (const [index, datum] of data.entries()) {
      datum.settle({ segment: 0, name: `${index}`, data: words });
    }
    const text = shell.value + (await rest(pieces));
    expect(text.split(`<b>${words}</b>`)).toHaveLength(1 + data.length);
    expect(text.endsWith('</html>')).toBe(true);
  });
});

async function renderRegions(data: readonly Datum[]): Promise<PageStream> {
  const values = data.map(({ promise }) =>
    promise.then((line) => ('data' in line ? line.data : '')),
  );
  const Region = ({ value }: { value: Promise<unknown> }): ReactNode =>
    createElement('b', null, use(value) as string);
  const regions = values.map((value, index) =>
    createElement(Suspense, { key: index }, createElement(Region, { value })),
  );
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(createElement('main', null, regions), {
      nonce: NONCE,
      onShellReady: () =>
        resolve({
          pipe: (destination) => pipe(destination as NodeJS.WritableStream),
          abort,
          settle: () => undefined,
        }),
      onError: reject,
    });
  });
}
