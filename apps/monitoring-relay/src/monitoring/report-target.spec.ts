import { describe, expect, it } from '@jest/globals';
import { toReportTarget } from './report-target.ts';

const key = { publicKey: 'abc', projectId: 2, projectSlug: 'errata', enabled: true };
const url = 'http://127.0.0.1:3001';

describe('toReportTarget', () => {
  it('gives the tunnel of the relay itself by default', () => {
    const target = { dsn: 'http://abc@127.0.0.1:3001/2', tunnel: `${url}/monitoring` };
    expect(toReportTarget('own', { url, key })).toEqual(target);
  });

  it('gives another service, which is contacted directly', () => {
    const other = { origin: 'https://other.example', publicKey: 'k', projectId: 7 };
    expect(toReportTarget(other, { url, key })).toEqual({ dsn: 'https://k@other.example/7' });
  });

  it('gives nothing when monitoring is off, has no key or the relay does not listen', () => {
    expect(toReportTarget('off', { url, key })).toBeUndefined();
    expect(toReportTarget('own', { url, key: undefined })).toBeUndefined();
    expect(toReportTarget('own', { url: undefined, key })).toBeUndefined();
  });
});
