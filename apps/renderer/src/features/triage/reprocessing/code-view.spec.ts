import { describe, expect, it } from '@jest/globals';
import { readPayload, writeStoredEvent } from '#events';
import type { PreferenceStore } from '#product/people/accounts';
import type { EventInIssue } from '#product/recording/storage';
import type { Access } from '../../people/accounts/index.ts';
import { CodeView } from './code-view.ts';
import type { ShownCode } from './code-view.ts';

const meta = { source: 'event', eventId: 'a'.repeat(32), projectId: 1, receivedAtMs: 0 } as const;
const frames = [{ filename: 'https://shop.example/b.js', lineno: 1, colno: 9, function: 'o' }];
const sent = JSON.stringify({ exception: { values: [{ type: 'E', stacktrace: { frames } }] } });
const original = { source: 'src/cart.ts', line: 7, column: 3, file: 0 };
const mapped = { files: [{ url: 'https://shop.example/b.js' }], stacks: [[original]] };

async function show(code: ShownCode, stored: object): Promise<string | undefined> {
  const kept = code === 'minified' ? code : undefined;
  const view = new CodeView({ find: async () => kept } as unknown as PreferenceStore);
  const json = writeStoredEvent({ ...meta, ...stored }, sent).join('');
  const found = { payload: { json } } as EventInIssue;
  const event = await view.apply(readPayload(json), found, { user: { id: 7 } } as Access);
  return event.exceptions[0]?.frames?.[0]?.filename;
}

describe('CodeView', () => {
  it.each([
    ['original', { mapped }, 'src/cart.ts'],
    ['minified', { mapped }, 'https://shop.example/b.js'],
    ['minified', {}, 'https://shop.example/b.js'],
  ] as const)('shows a person the %s code of an event with %j', async (code, stored, file) => {
    expect(await show(code, stored)).toBe(file);
  });
});
