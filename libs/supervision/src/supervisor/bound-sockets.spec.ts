import { once } from 'node:events';
import net, { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { BoundSockets } from './bound-sockets.ts';

const sockets = new BoundSockets();

afterEach(() => sockets.close());

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

async function bound(port: number, host = '127.0.0.1'): Promise<Socket> {
  const binding = await sockets.bind({ host, port });
  if (!binding.ok) throw new Error(binding.fault.message);
  return binding.socket;
}

it('BoundSockets has one socket for an address, until the address is released', async () => {
  const port = await freePort();
  const first = await bound(port);
  expect(await bound(port)).toBe(first);
  sockets.release({ host: '127.0.0.1', port });
  expect(await bound(port)).not.toBe(first);
});

it('BoundSockets resolves the address of a host name', async () => {
  const port = await freePort();
  const server = createServer((socket) => socket.end('here')).listen(
    await bound(port, 'localhost'),
  );
  await once(server, 'listening');
  const { port: listened } = server.address() as AddressInfo;
  expect(listened).toBe(port);
  await once(server.close(), 'close');
});

it.each(['127.0.0.1', 'localhost'])(
  'BoundSockets reports that an address is in use: %s',
  async (host) => {
    const server = createServer().listen(0, host);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await sockets.bind({ host, port })).toMatchObject({
      ok: false,
      fault: { code: 'EADDRINUSE' },
    });
    await once(server.close(), 'close');
  },
);

it('BoundSockets reports that a host does not exist', async () => {
  const binding = await sockets.bind({ host: 'nowhere.invalid', port: 1 });
  expect(binding).toMatchObject({ ok: false });
});

it('BoundSockets accepts no connection itself', async () => {
  const port = await freePort();
  await bound(port);
  const [error] = (await once(connect(port, '127.0.0.1'), 'error')) as [{ code: string }];
  expect(error.code).toBe('ECONNREFUSED');
});

it('BoundSockets says which Node.js is needed where sockets cannot be bound', async () => {
  const { BoundSocket } = net;
  Reflect.deleteProperty(net, 'BoundSocket');
  try {
    const binding = await sockets.bind({ host: '127.0.0.1', port: await freePort() });
    const message = expect.stringMatching(/^Node 26\.4 or newer is needed/);
    expect(binding).toMatchObject({ ok: false, fault: { code: 'ERR_NO_BOUND_SOCKET', message } });
  } finally {
    Object.assign(net, { BoundSocket });
  }
});
