import { createHash, generateKeyPairSync } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { User } from '#product/people/accounts';
import type { PasskeyStore } from '#product/people/second-factor';
import { ClockDouble } from '#telemetry/testing';
import { Passkeys } from './passkeys.ts';

const HOST = 'errata.example';
const ANN: User = {
  id: 1,
  email: 'ann@example.org',
  isOwner: false,
  state: 'active',
  createdAtMs: 0,
};
const BYTES = 32;

/** Answers like the browser of somebody who creates a passkey. */
function create(challenge: string): string {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const [first, second] = [x, y].map((each) => new Uint8Array(Buffer.from(each, 'base64url')));
  // https://www.w3.org/TR/webauthn-2/#sctn-encoded-credPubKey-examples
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, first!],
    [-3, second!],
  ]);
  const id = Buffer.alloc(BYTES, 1);
  const authData = Buffer.concat([
    createHash('sha256').update(HOST).digest(),
    // A present user and a new credential, no uses, a kind without a name, and the length of the id.
    Buffer.from([0x41, 0, 0, 0, 0, ...Buffer.alloc(16), 0, BYTES]),
    id,
    isoCBOR.encode(key),
  ]);
  const attestation = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', new Uint8Array(authData)],
  ]);
  const client = { type: 'webauthn.create', challenge, origin: `https://${HOST}` };
  return JSON.stringify({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: Buffer.from(JSON.stringify(client)).toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
    },
  });
}

it('Passkeys fails when it is unknown whether a passkey was stored, and refuses what is none', async () => {
  const store: Pick<PasskeyStore, 'add' | 'list'> = {
    list: async () => [],
    add: async () => Promise.reject(new Error('The commit was not answered.')),
  };
  const options = {
    secret: 'a secret of thirty-two characters',
    basePath: '',
    publicUrl: `https://${HOST}`,
    isMailSet: false,
    onOwned: () => undefined,
  };
  const passkeys = new Passkeys(store as PasskeyStore, options, new ClockDouble());
  const { challenge } = (await passkeys.describeNew(ANN)) as { challenge: string };
  const add = (credential: string) =>
    passkeys.add(1, { name: 'Key', credential, keptSessionId: 1, hashes: [] });
  await expect(add(create(challenge))).rejects.toThrow('The commit was not answered.');
  expect(await add('{}')).toBe('refused');
});
