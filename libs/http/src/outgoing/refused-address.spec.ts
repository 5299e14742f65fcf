import { describe, expect, it } from '@jest/globals';
import { findTarget, RefusedTarget } from './find-target.ts';
import { isRefusedAddress } from './refused-address.ts';

describe('isRefusedAddress', () => {
  it.each([
    ['loopback', '127.0.0.1'],
    ['all of loopback', '127.8.9.10'],
    ['this host', '0.0.0.0'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '192.168.1.1'],
    ['carrier', '100.64.0.1'],
    ['metadata of a cloud', '169.254.169.254'],
    ['metadata of Alibaba', '100.100.100.200'],
    ['Azure machines', '168.63.129.16'],
    ['networks in documentation', '192.0.2.1'],
    ['benchmarks', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['loopback', '::1'],
    ['unspecified', '::'],
    ['link-local', 'fe80::1'],
    ['unique-local', 'fd00:ec2::254'],
    ['once site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['IPv4 mapped', '::ffff:10.0.0.1'],
    ['IPv4 mapped, public', '::ffff:93.184.215.14'],
    ['IPv4 compatible', '::10.0.0.1'],
    ['NAT64', '64:ff9b::a00:1'],
    ['local NAT64', '64:ff9b:1::a00:1'],
    ['6to4', '2002:a00:1::1'],
    ['Teredo', '2001:0:a00:1::1'],
    ['documentation', '2001:db8::1'],
    ['no address', 'localhost'],
  ])('refuses an address of the kind “%s”: %s', (_, address) => {
    expect(isRefusedAddress(address)).toBe(true);
  });

  it.each(['93.184.215.14', '1.1.1.1', '172.32.0.1', '2606:4700::1111'])(
    'accepts the public address %s',
    (address) => {
      expect(isRefusedAddress(address)).toBe(false);
    },
  );
});

describe('findTarget', () => {
  const find = (
    address: string,
    {
      answers = ['93.184.215.14'],
      allowedHosts = [] as readonly string[],
      failure = undefined as Error | undefined,
    } = {},
  ) => {
    const asked: string[] = [];
    const resolve = async (hostname: string): Promise<string[]> => {
      asked.push(hostname);
      if (failure) throw failure;
      return answers;
    };
    const advice = 'An owner can allow it.';
    return findTarget(new URL(address), { resolve, allowedHosts, advice }).then((addresses) => ({
      addresses,
      asked,
    }));
  };

  it('resolves a host name once, and returns its addresses', async () => {
    expect(await find('https://hooks.example/a')).toEqual({
      addresses: ['93.184.215.14'],
      asked: ['hooks.example'],
    });
  });

  it.each([
    ['as a decimal', 'http://2130706433/'],
    ['as octals', 'http://0177.0.0.1/'],
    ['as hex', 'http://0x7f.1/'],
    ['in short form', 'http://127.1/'],
    ['with a dot at its end', 'http://127.0.0.1./'],
    ['as IPv6', 'http://[::1]/'],
    ['as IPv4 mapped to IPv6', 'http://[::ffff:127.0.0.1]/'],
    ['in full width', 'http://１２７.0.0.1/'],
  ])('refuses loopback written %s: %s', async (_, address) => {
    const finding = find(address);
    await expect(finding).rejects.toBeInstanceOf(RefusedTarget);
    await expect(finding).rejects.toThrow(/^\S+ is in a private network/);
  });

  it('refuses a host with one private address, with the advice and without the address', async () => {
    const finding = find('https://hooks.example/', { answers: ['93.184.215.14', '10.1.2.3'] });
    await expect(finding).rejects.toThrow(/^hooks\.example .*An owner can allow it\.$/);
    await expect(finding).rejects.not.toThrow('10.1.2.3');
    await expect(finding).rejects.toMatchObject({ host: 'hooks.example' });
    await expect(find('http://10.0.0.5:8065/')).rejects.toMatchObject({ host: '10.0.0.5:8065' });
  });

  it('reports an unknown host name like a private one, so that names stay secret', async () => {
    const say = (options: object) =>
      find('https://hooks.example/', options).then(
        () => 'nothing',
        (error: Error) => error.message,
      );
    const inside = await say({ answers: ['10.1.2.3'] });
    expect(inside).toMatch(/^hooks\.example is unknown, or in a private network/);
    expect(await say({ answers: [] })).toBe(inside);
    expect(await say({ failure: new Error('getaddrinfo ENOTFOUND') })).toBe(inside);
    const allowed = {
      allowedHosts: ['hooks.example'],
      failure: new Error('getaddrinfo ENOTFOUND'),
    };
    expect(await say(allowed)).toBe('getaddrinfo ENOTFOUND');
  });

  it.each([
    ['its name', 'https://chat.corp/', 'chat.corp'],
    ['its name and port', 'https://chat.corp/', 'chat.corp:443'],
    ['its name and port', 'http://chat.corp:8065/', 'chat.corp:8065'],
    ['its address and port', 'http://10.0.0.5:8065/', '10.0.0.5:8065'],
    ['its address of IPv6', 'http://[fd00::5]/', '[fd00::5]'],
  ])('accepts a private host that is allowed by %s: %s', async (_, address, host) => {
    const finding = find(address, { answers: ['10.0.0.5'], allowedHosts: [host] });
    await expect(finding).resolves.toMatchObject({ addresses: [expect.any(String)] });
  });

  it.each([
    ['another port', 'http://chat.corp:22/', 'chat.corp:8065'],
    ['a name that ends like the name', 'https://evil-chat.corp/', 'chat.corp'],
    ['a name below the name', 'https://a.chat.corp/', 'chat.corp'],
  ])('refuses %s of an allowed host: %s', async (_, address, host) => {
    const finding = find(address, { answers: ['10.0.0.5'], allowedHosts: [host] });
    await expect(finding).rejects.toBeInstanceOf(RefusedTarget);
  });
});
