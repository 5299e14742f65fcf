import { describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { createElement } from 'react';
import { transformWithOxc } from 'vite';
import { refuseStyleAttributes } from './refuse-style-attributes.mjs';

const FILE = join(import.meta.dirname, 'list.page.tsx');
const PLACE = 'apps/renderer/vite/list.page.tsx:2';
const REASON =
  'The attribute "style" does nothing in production, where the Content-Security-Policy forbids it: use a class.';

describe('refuseStyleAttributes', () => {
  function change(text: string, command: string): string | undefined {
    const plugin = refuseStyleAttributes() as unknown as {
      configResolved(config: object): void;
      transform(code: string, id: string): { code: string } | undefined;
    };
    plugin.configResolved({ command });
    return plugin.transform(`var show = (props) =>\n${text}`, FILE)?.code;
  }

  /** Calls a view with these props, as development does. */
  async function show(text: string, props: object): Promise<unknown> {
    const { code } = await transformWithOxc(change(text, 'serve') ?? '', FILE, {
      jsx: { runtime: 'classic', pragma: 'createElement' },
    });
    return runInNewContext(`${code};show(props)`, { createElement, props });
  }

  it.each([
    ['p', '<p className="a" {...props} />;'],
    ['p', "createElement('p', props);"],
    ['h2', "((Tag) => <Tag {...{ ...props }}>{createElement('b', { title: 'x' })}</Tag>)('h2');"],
  ])('names file and line of a %s that gets `style` in development: %s', async (tag, text) => {
    await expect(show(text, { style: { color: 'red' } })).rejects.toThrow(
      `${PLACE} <${tag} style>: ${REASON}`,
    );
    await expect(show(text, { id: 'fine', style: undefined })).resolves.toMatchObject({
      type: tag,
      props: { id: 'fine' },
    });
  });

  it('lets components take a `style` of their own', async () => {
    const text = '((Own) => <Own {...props} />)(() => null);';
    await expect(show(text, { style: 'plain' })).resolves.toMatchObject({
      props: { style: 'plain' },
    });
  });

  it('fails for a title in a view, with the way that works, but not in a drawing', () => {
    const plugin = refuseStyleAttributes() as unknown as {
      transform(this: object, code: string, id: string): unknown;
    };
    const told: string[] = [];
    const build = { error: (text: string) => told.push(text) };
    const text = '<main>\n<title>A room</title><svg><g><title>A bar</title></g></svg></main>;';
    plugin.transform.call(build, text, FILE);
    expect(told).toEqual([expect.stringContaining('`head: () => ({ title })`')]);
    expect(told[0]?.match(/<title>/g)).toHaveLength(1);
    expect(told[0]).toContain(`${PLACE} <title>`);
  });

  it('leaves the code of a build as it is', () => {
    expect(change('<p {...props} />;', 'build')).toBe(undefined);
  });
});
