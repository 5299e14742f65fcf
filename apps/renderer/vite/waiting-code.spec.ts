import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitingCode } from './waiting-code.mjs';

describe('waitingCode', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waiting-code-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function listStubs(code: string): string[] {
    const file = join(folder, 'list.waiting.tsx');
    writeFileSync(file, code);
    const context = {
      addWatchFile: () => undefined,
      error(message: string) {
        throw new Error(message);
      },
    };
    const load = waitingCode.load as unknown as (this: typeof context, id: string) => string;
    const stubs = load.call(context, `${file}?waiting`).matchAll(/^export const (\w+) =/gm);
    return [...stubs].map(([, name]) => name as string);
  }

  it.each([
    ['export function List({ of }: Props) { return <p>{of}</p>; }', ['List']],
    ['export const List = memo(Rows), Rows2 = () => <p />;', ['List', 'Rows2']],
    ["export { A as List, type Props, Row } from './rows.tsx';", ['List', 'Row']],
    [
      'const A = () => <p />;\nexport { A };\nexport interface Props {}\nexport type Of = 1;',
      ['A'],
    ],
  ])('gives views in place of the components of `%s`', (code, stubs) => {
    expect(listStubs(code)).toEqual(stubs);
  });

  it.each([
    ['export default function List() {}', 'default'],
    ["export * from './rows.tsx';", '*'],
    ['export const useRows = () => 1;', 'useRows'],
    ['export function List() {}\nexport const MOST_ROWS = 5;', 'MOST_ROWS'],
  ])('refuses `%s`, and names the file', (code, name) => {
    expect(() => listStubs(code)).toThrow(`${join(folder, 'list.waiting.tsx')} exports ${name}: `);
  });
});
