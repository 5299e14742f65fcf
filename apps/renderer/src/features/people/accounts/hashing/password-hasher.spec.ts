import { describe, expect, it } from '@jest/globals';
import { accountLimits } from '#shared';
import { PasswordHasher } from './password-hasher.ts';

const CHEAP = { memoryKib: 64, passes: 1 };
const PASSWORD = 'correct horse battery staple';

describe('PasswordHasher', () => {
  it('verifies a password against its hash, and refuses other passwords', async () => {
    const hasher = new PasswordHasher(CHEAP);
    const hash = await hasher.hash(PASSWORD);
    expect(await hasher.verify(PASSWORD, hash)).toBe(true);
    expect(await hasher.verify(`${PASSWORD} `, hash)).toBe(false);
    expect(await hasher.verify('', hash)).toBe(false);
  });

  it('makes another hash of the same password each time', async () => {
    const hasher = new PasswordHasher(CHEAP);
    expect(await hasher.hash(PASSWORD)).not.toBe(await hasher.hash(PASSWORD));
  });

  it('verifies a password however its letters are composed in Unicode', async () => {
    const hasher = new PasswordHasher(CHEAP);
    const hash = await hasher.hash('Schlu\u0308sselbund');
    expect(await hasher.verify('Schl\u00fcsselbund', hash)).toBe(true);
  });

  it('hashes with argon2id at more than the default cost of the package', async () => {
    const hash = await new PasswordHasher().hash(PASSWORD);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  });

  it('verifies no password without a hash', async () => {
    const hasher = new PasswordHasher(CHEAP);
    expect(await hasher.verify(PASSWORD, undefined)).toBe(false);
    expect(await hasher.verify('', undefined)).toBe(false);
  });

  it('spends as much work without a hash as with a hash', async () => {
    const hasher = new PasswordHasher({ memoryKib: 8192, passes: 4 });
    const hash = await hasher.hash(PASSWORD);
    const known = await leastOf(5, () => hasher.verify('wrong', hash));
    const unknown = await leastOf(5, () => hasher.verify('wrong', undefined));
    expect(unknown).toBeGreaterThan(known / 4);
  });

  it('finds a hash of another cost outdated, and still verifies it', async () => {
    const hasher = new PasswordHasher(CHEAP);
    const others = [
      { memoryKib: 128, passes: 1 },
      { memoryKib: 64, passes: 2 },
    ];
    expect(hasher.isOutdated(await hasher.hash(PASSWORD))).toBe(false);
    for (const cost of others) {
      const other = new PasswordHasher(cost);
      const hash = await other.hash(PASSWORD);
      expect(hasher.isOutdated(hash)).toBe(true);
      expect(await hasher.verify(PASSWORD, hash)).toBe(true);
    }
    expect(hasher.isOutdated('$2b$12$something')).toBe(true);
  });

  it('refuses to verify a password against a malformed hash', async () => {
    const hasher = new PasswordHasher(CHEAP);
    await expect(hasher.verify(PASSWORD, 'nonsense')).rejects.toBeDefined();
  });

  it('lets no known visitor wait for a flood of strangers', async () => {
    const hasher = new PasswordHasher(CHEAP);
    const hash = await hasher.hash(PASSWORD);
    const { passwordHashesAtOnce, passwordHashesWaiting } = accountLimits;
    const all = passwordHashesAtOnce + passwordHashesWaiting;
    const endings: string[] = [];
    const ended = (who: string) => () => void endings.push(who);
    const flood = Array.from({ length: all + 1 }, (_, at) => {
      const stranger = { isStranger: true };
      const work = at % 2 ? hasher.hash('new', stranger) : hasher.verify('wrong', hash, stranger);
      return work.then(ended('stranger'), ended('refused'));
    });
    await Promise.all([...flood, hasher.verify(PASSWORD, hash).then(ended('known'))]);
    expect(endings.indexOf('known')).toBeLessThan(10);
    expect(endings.filter((who) => who === 'refused')).toHaveLength(1);
  });

  it('refuses a verification when too many verifications wait', async () => {
    const hasher = new PasswordHasher(CHEAP);
    const { passwordHashesAtOnce, passwordHashesWaiting } = accountLimits;
    const all = passwordHashesAtOnce + passwordHashesWaiting;
    const endings = await Promise.allSettled(
      Array.from({ length: all + 1 }, () => hasher.verify(PASSWORD, undefined)),
    );
    const refused = endings.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'accounts.busy' } }]);
  });
});

/**
 * Returns the least processor time of several runs, in microseconds. Wall-clock time would include
 * waiting on a busy machine.
 */
async function leastOf(times: number, work: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < times; run += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}
