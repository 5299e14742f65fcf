import { beforeEach, describe, expect, it } from '@jest/globals';
import { parseDsn } from '#shared';
import type { KindCounts } from '../../outcomes/report-contents.ts';
import { parseRateLimits } from './rate-limits.ts';
import { UpstreamLimits } from './upstream-limits.ts';
import { type Upstream, Upstreams } from './upstreams.ts';

const HOUR_MS = 3_600_000;

const toUpstream = (dsn: string): Upstream =>
  new Upstreams({ bySlug: new Map(), others: parseDsn(dsn)! }, { findSlug: () => '' }).find('')!;

const web = toUpstream('https://a@host.example/1');
const api = toUpstream('https://b@host.example/2');
const elsewhere = toUpstream('https://a@other.example/1');

let limits: UpstreamLimits;

beforeEach(() => {
  limits = new UpstreamLimits();
});

const note = (header: string, upstream = web): void =>
  limits.note(upstream, parseRateLimits(header), 0);
const find = (kept: KindCounts, { upstream = web, nowMs = 0, passed = {} } = {}) =>
  limits.findUntilMs(upstream, { kept, passed }, nowMs);

describe('UpstreamLimits', () => {
  it('holds reports of a limited kind until the limit is over, and no others', () => {
    note('10:error:key');
    expect(find({ error: 1 })).toBe(10_000);
    expect(find({ error: 1 }, { nowMs: 10_000 })).toBeUndefined();
    expect(find({ feedback: 1 })).toBeUndefined();
    expect(find({}, { passed: { session: 1 } })).toBeUndefined();
  });

  it('holds all reports where a limit names no kind', () => {
    note('10::project');
    expect(find({ internal: 1 })).toBe(10_000);
    expect(find({}, { passed: { session: 1 } })).toBe(10_000);
  });

  it('applies the limit of an organization to other projects of that upstream', () => {
    note('10:error:key');
    note('20:session:organization');
    const session = { passed: { session: 1 } };
    expect(find({ error: 1 }, { upstream: api })).toBeUndefined();
    expect(find({}, { upstream: api, ...session })).toBe(20_000);
    expect(find({}, { upstream: elsewhere, ...session })).toBeUndefined();
  });

  it('holds a report while its main kind is limited, not because of a kind beside it', () => {
    note('10:error:key, 20:attachment:key');
    expect(find({ error: 1, attachment: 1 })).toBe(10_000);
    expect(find({ error: 1, attachment: 1 }, { nowMs: 10_000 })).toBeUndefined();
    expect(find({ attachment: 1 }, { nowMs: 10_000 })).toBe(20_000);
    expect(find({ attachment: 1, internal: 1 })).toBeUndefined();
  });

  it('holds nothing once the clock is set back', () => {
    note('10:error:key');
    expect(find({ error: 1 }, { nowMs: 5000 })).toBe(10_000);
    expect(find({ error: 1 }, { nowMs: 4000 })).toBeUndefined();
  });

  it('keeps the longer of two limits, and none longer than a day', () => {
    note('20:error:key');
    note('10:error:key');
    expect(find({ error: 1 })).toBe(20_000);
    note('9999999:error:key');
    expect(find({ error: 1 })).toBe(24 * HOUR_MS);
  });
});
