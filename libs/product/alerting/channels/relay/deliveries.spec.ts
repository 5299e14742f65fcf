import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ChannelStore, ClaimedDelivery, DeliveryEnding } from '../index.ts';
import { channelLimits } from '#shared';
import type { AlertDelivery } from '../rules/alert-message.ts';
import { ClockDouble } from '#telemetry/testing';
import { createAlertMessage } from '../../../testing/alert-message.ts';
import { Deliveries, toWaitMs } from './deliveries.ts';
import type { SendResult } from './send-result.ts';

const CHANNEL = { to: 'channel', channelId: 5 } as const;
const settings = { address: 'https://hooks.example/' };
const open = { id: 5, kind: 'webhook' as const, name: 'Ops', isGone: false };

let clock: ClockDouble;

beforeEach(() => {
  clock = new ClockDouble();
});

function createClaimed(change: Partial<ClaimedDelivery> = {}): ClaimedDelivery {
  const delivery: AlertDelivery = { destination: CHANNEL, message: createAlertMessage() };
  const claim = { id: 1, lease: 'a', kind: 'delivery', body: delivery, attempts: 1 };
  return { claim, delivery, attempts: 0, sinceMs: clock.ms, ...change };
}

function createMail(change: Partial<ClaimedDelivery> = {}): ClaimedDelivery {
  const destination = { to: 'mail', address: 'ann@example.org', unsubscribe: 'https://u' } as const;
  return createClaimed({ delivery: { destination, message: createAlertMessage() }, ...change });
}

async function run(
  rounds: readonly ClaimedDelivery[][],
  {
    results = [],
    failedRecords = 0,
    isWanted = true,
    isLost = false,
    quietMs = 0,
    mailed,
    meanwhile,
    signal = new AbortController().signal,
    ...answers
  }: Partial<Answers> = {},
) {
  const told: string[] = [];
  const limits: number[] = [];
  const endings: DeliveryEnding[] = [];
  let failures = failedRecords;
  const channel = 'channel' in answers ? answers.channel : { ...open, settings };
  const left = [...results];
  const ofRounds = [...rounds];
  const send = async (): Promise<SendResult> => {
    told.push('send');
    return left.shift() ?? { ending: 'sent', answer: '200 ok' };
  };
  const deliveries = new Deliveries({
    stores: {
      channels: {
        open: async () => channel,
        switchOff: async (id: number, { reason, notice }: SwitchedOff) => {
          told.push(`off ${id} ${reason}`, `${notice?.title}: ${notice?.url}`);
          return true;
        },
      },
      deliveries: {
        claim: async ({ limit }: { limit: number }) => {
          limits.push(limit);
          if (ofRounds.length < rounds.length) meanwhile?.();
          return ofRounds.shift() ?? [];
        },
        record: async (_: ClaimedDelivery, ending: DeliveryEnding) => {
          failures -= 1;
          if (failures >= 0) {
            clock.ms += 1000;
            throw new Error('The database is away.');
          }
          endings.push(ending);
          return true;
        },
        renew: async () => !isLost,
        postpone: async (_: ClaimedDelivery, dueMs: number) => {
          told.push(`rest ${dueMs - clock.ms}`);
          return true;
        },
      },
      personalAlerts: {
        isWanted: async () => isWanted,
        findEndOfQuiet: async () => clock.ms + quietMs,
      },
    } as unknown as ConstructorParameters<typeof Deliveries>[0]['stores'],
    senders: new Map([['webhook', { send }]]),
    mailer: {
      isSet: true,
      send: async (_: unknown, to: unknown) =>
        (await mailed) ?? { ending: 'sent', answer: to as string },
    },
    publicUrl: 'https://errata.example',
    clock,
    pause: { wait: () => setImmediate() },
    random: () => 0.5,
  });
  await deliveries.run(signal);
  return { told, endings, limits };
}

type SwitchedOff = Parameters<ChannelStore['switchOff']>[1];

interface Answers {
  readonly mailed: SendResult | Promise<SendResult>;
  readonly signal: AbortSignal;
  readonly results: readonly SendResult[];
  readonly failedRecords: number;
  readonly isWanted: boolean;
  readonly isLost: boolean;
  readonly quietMs: number;
  /** Runs before each further claim. */
  readonly meanwhile: () => void;
  readonly channel: (typeof open & { settings?: typeof settings }) | undefined;
}

const busy = { ending: 'later', answer: '503' } as const;

describe('Deliveries', () => {
  it('records messages that were sent to channels and to people', async () => {
    const { endings } = await run([[createClaimed(), createMail()]]);
    // Both are sent side by side.
    expect(endings).toHaveLength(2);
    expect(endings).toContainEqual({ state: 'sent', answer: '200 ok' });
    expect(endings).toContainEqual({
      state: 'sent',
      answer: { addresses: ['ann@example.org'], unsubscribe: 'https://u' },
    });
  });

  it.each([
    [19, [20, 1, 1]],
    [1, [20, 19, 19]],
  ])('sends new messages beside %i slow mails', async (slow, limits) => {
    let answer: (result: SendResult) => void;
    const mailed = new Promise<SendResult>((resolve) => (answer = resolve));
    const first = [...Array.from({ length: slow }, () => createMail()), createClaimed()];
    const others = ['a message beside the mails', 'nothing'];
    const meanwhile = () => void (others.shift() === 'nothing' && answer(busy));
    const ran = await run([first, [createClaimed()]], { mailed, meanwhile });
    expect(ran.limits.slice(0, 3)).toEqual(limits);
    expect(ran.endings.map(({ state }) => state).slice(0, 3)).toEqual(['sent', 'sent', 'waiting']);
  });

  it('waits for the messages under way when it is stopped', async () => {
    const stop = new AbortController();
    const mailed = new Promise<SendResult>((resolve) => {
      stop.signal.addEventListener('abort', () => void setImmediate(busy).then(resolve));
    });
    const meanwhile = () => stop.abort();
    const { endings } = await run([[createMail()]], { mailed, signal: stop.signal, meanwhile });
    expect(endings).toMatchObject([{ state: 'waiting' }]);
  });

  it('sends no mail to a person who has unsubscribed or left since, even on a retry', async () => {
    const { endings } = await run([[createMail({ attempts: 3 })]], { isWanted: false });
    expect(endings).toEqual([
      { state: 'failed', answer: 'Not sent: the person has unsubscribed or left since.' },
    ]);
  });

  it('tries a message again after ever longer waits', async () => {
    const rounds = [0, 1, 2, 9].map((attempts) => [createClaimed({ attempts })]);
    const { endings } = await run(rounds, { results: [busy, busy, busy, busy] });
    expect(endings.map(({ nextAtMs = 0 }) => nextAtMs - clock.ms)).toEqual([
      10_000,
      30_000,
      90_000,
      channelLimits.longestWaitMs,
    ]);
    expect(endings[0]).toMatchObject({ state: 'waiting', answer: '503' });
  });

  it('records which host was refused when a message is to be tried again', async () => {
    const results = [{ ...busy, refusedHost: 'chat.corp:8065' }];
    const { endings } = await run([[createClaimed()]], { results });
    expect(endings).toMatchObject([{ state: 'waiting', refusedHost: 'chat.corp:8065' }]);
  });

  it('sends a message once, and records it after the database was away for a while', async () => {
    const { told, endings } = await run([[createClaimed()]], { failedRecords: 5 });
    expect(told).toEqual(['send']);
    expect(endings).toEqual([{ state: 'sent', answer: '200 ok' }]);
    const away = run([[createClaimed()]], { failedRecords: 100 });
    await expect(away).rejects.toThrow('The database is away.');
  });

  it('leaves a message alone that another relay claimed before it could be sent', async () => {
    const { told, endings } = await run([[createClaimed(), createMail()]], { isLost: true });
    expect([told, endings]).toEqual([[], []]);
  });

  it('gives up a message that has been tried for a day', async () => {
    const sinceMs = clock.ms - channelLimits.triedForMs;
    const { endings } = await run([[createClaimed({ sinceMs, attempts: 30 })]], {
      results: [busy],
    });
    expect(endings).toEqual([{ state: 'failed', answer: '503' }]);
  });

  it('gives up a mail whose link has expired, or expires before the next try', async () => {
    const mail = { to: 'mail', address: 'ann@example.org' } as const;
    const ending = (untilMs: number, attempts: number) => {
      const delivery = { destination: mail, message: createAlertMessage(), untilMs };
      return createClaimed({ delivery, attempts });
    };
    const rounds = [
      [ending(clock.ms, 0)],
      [ending(clock.ms + 15_000, 1)],
      [ending(clock.ms + 15_000, 0)],
    ];
    const { endings } = await run(rounds, { mailed: busy });
    expect(endings).toEqual([
      { state: 'failed', answer: 'Not sent: the link in this mail has expired.' },
      { state: 'failed', answer: '503' },
      { state: 'waiting', answer: '503', nextAtMs: clock.ms + 10_000 },
    ]);
  });

  it.each([
    ['for an operator in quiet hours', 'operator', 60_000, ['rest 60000']],
    ['for an operator, to look again within an hour', 'operator', 9 * 3_600_000, ['rest 3600000']],
    ['for nobody else', 'issues', 60_000, []],
  ] as const)('holds a mail back %s', async (_, kind, quietMs, rests) => {
    const destination = { to: 'mail', address: 'ann@example.org', userId: 1 } as const;
    const delivery = { destination, message: createAlertMessage({ kind }) };
    expect((await run([[createClaimed({ delivery })]], { quietMs })).told).toEqual(rests);
  });

  it('sends to a busy receiver once the clock is set back further than it may ask for', async () => {
    const rounds = [[createClaimed()], [createClaimed()]];
    const results = [{ ...busy, retryAfterMs: 30_000 }];
    const meanwhile = () => void (clock.ms -= 7_200_000);
    const { told } = await run(rounds, { results, meanwhile });
    expect(told).toEqual(['send', 'send']);
  });

  it('leaves a busy receiver alone as long as it asks, except for test messages', async () => {
    const result = { ...busy, retryAfterMs: 30_000 };
    const test = { destination: CHANNEL, message: createAlertMessage({ kind: 'test' }) };
    const rounds = [[createClaimed()], [createClaimed()], [createClaimed({ delivery: test })]];
    const { told, endings } = await run(rounds, { results: [result] });
    expect(told).toEqual(['send', 'rest 30000', 'send']);
    expect(endings[0]).toMatchObject({ state: 'waiting', nextAtMs: clock.ms + 30_000 });
  });

  it('waits at most an hour for a receiver, and at least a second', () => {
    expect(toWaitMs(1, 7_200_000)).toBe(3_600_000);
    expect(toWaitMs(1, 0)).toBe(1000);
    expect(toWaitMs(1, undefined, () => 0)).toBe(8000);
    expect(toWaitMs(1, undefined, () => 1)).toBe(12_000);
  });

  it('switches a channel off whose receiver is gone, and announces that', async () => {
    const results = [{ ending: 'gone', answer: '410 no more' } as const];
    const { told, endings } = await run([[createClaimed()]], { results });
    expect(told).toEqual([
      'send',
      'off 5 410 no more',
      'The channel Ops is switched off: https://errata.example/settings/projects/web/channels',
    ]);
    expect(endings).toEqual([{ state: 'failed', answer: '410 no more' }]);
  });

  it.each([
    ['was removed', undefined, 'The channel was removed.'],
    ['is switched off', { ...open, isGone: true, settings }, 'The channel is switched off.'],
    [
      'was encrypted with another secret',
      open,
      'The settings of the channel were encrypted with another ERRATA_SECRET',
    ],
  ])('sends nothing to a channel that %s, and records why', async (_, channel, answer) => {
    const { told, endings } = await run([[createClaimed()]], { channel });
    expect(told).toEqual([]);
    expect(endings).toEqual([{ state: 'failed', answer: expect.stringContaining(answer) }]);
  });

  it('does not send a message that cannot be decrypted', async () => {
    const { told, endings } = await run([[createClaimed({ delivery: undefined })]]);
    const answer = expect.stringContaining('ERRATA_SECRET');
    expect([told, endings]).toEqual([[], [{ state: 'failed', answer }]]);
  });
});
