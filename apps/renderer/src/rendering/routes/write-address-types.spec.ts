import { expect, it, test } from '@jest/globals';
import express from 'express';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RoutedApplication } from './registered-routes.ts';
import { toAddressTypes, writeAddressTypes } from './write-address-types.ts';

test('development writes the address types of its routes, unless they are unchanged', () => {
  const root = mkdtempSync(join(tmpdir(), 'errata-addresses-'));
  try {
    mkdirSync(join(root, 'apps/renderer/src'), { recursive: true });
    const path = join(root, 'apps/renderer/src/addresses.d.ts');
    const application = express();
    const routed = application as unknown as RoutedApplication;
    application.get('/rooms/:room', () => undefined);
    writeAddressTypes(routed, root);
    expect(readFileSync(path, 'utf8')).toContain("'/rooms/:room': { room: AddressPart };");
    const { ino, mtimeNs } = statSync(path, { bigint: true });
    writeAddressTypes(routed, root);
    expect(statSync(path, { bigint: true })).toMatchObject({ ino, mtimeNs });
    application.get('/cellar', () => undefined);
    writeAddressTypes(routed, root);
    expect(readFileSync(path, 'utf8')).toContain("'/cellar': {};");
  } finally {
    rmSync(root, { recursive: true });
  }
});

it('toAddressTypes names each path once, with the types of its parameters', () => {
  const text = toAddressTypes([
    '/rooms/:room',
    ['/', '/rooms/:room{/:seat}', '/files/*path'],
    /^\/x$/,
    '/',
    '/%C3%BCber%20uns/:größe',
  ]);
  expect(text.split('\n').slice(4, -3)).toEqual([
    '  interface ApplicationAddresses {',
    "    '/': {};",
    "    '/files/*path': { path: AddressPart };",
    "    '/rooms/:room': { room: AddressPart };",
    "    '/rooms/:room{/:seat}': { room: AddressPart; seat?: AddressPart };",
    "    '/über uns/:größe': { größe: AddressPart };",
  ]);
});
